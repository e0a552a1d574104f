// Not run: compiled by `npm run typecheck`, so that the public types keep fitting real use (H-3, H-4).
import OpenAI from 'openai';
import {
  FallbackSummaryError,
  attachedTo,
  createSwitchover,
  runWithModelFallback,
  type Attempt,
  type Classification,
  type Store,
} from '../../dist/index.js';
import { memoryStore } from '../../dist/stores/memory.js';
import { sqliteStore } from '../../dist/stores/sqlite.js';

const store: Store = process.env['STATE'] === undefined ? memoryStore() : sqliteStore({ file: process.env['STATE'] });

export const sw = createSwitchover({
  config: { agents: { defaults: { model: { primary: 'openai/gpt-4.1', fallbacks: ['anthropic/claude-opus-5'] } } } },
  store,
  secrets: (profileId, provider) => (provider === 'openai' ? process.env['OPENAI_API_KEY'] : profileId),
  handlers: {
    compact: ({ sessionId }) => console.log('compact', sessionId),
    refresh: async ({ profileId }) => ({ expiresAt: Date.now(), credentialVersion: profileId ?? 'none' }),
    consent: () => false,
  },
  onNotice: ({ kind, text }, { sessionId }) => console.log(kind, text, sessionId),
});

async function call(attempt: Attempt): Promise<string> {
  const client = new OpenAI({ apiKey: attempt.secret ?? '', maxRetries: 0 });
  const answer = await client.chat.completions.create(
    { model: attempt.model, messages: [{ role: 'user', content: 'hello' }] },
    { signal: attempt.signal },
  );
  attempt.progress({ level: 'tool_started', pendingApproval: true });
  attempt.responseCompleted();
  return answer.choices[0]?.message.content ?? '';
}

export async function main(): Promise<string> {
  const answer: string = await sw.run({ sessionId: 'chat', deadlineMs: 60_000 }, call);
  const result = await sw.try({ sessionId: 'chat', trigger: 'user' }, call);
  switch (result.kind) {
    case 'completed':
      return `${result.value} from ${result.candidate.model}`;
    case 'surfaced':
      return `${result.classification.reason} ${String(result.error)} ${result.partial}`;
    case 'exhausted':
      return result.summary.message;
    default:
      return `${result.kind} after ${result.attempts.length} attempts, ${answer}`;
  }
}

export async function streamed(client: OpenAI): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'hello' }];
  const parts = sw.stream({ sessionId: 'chat' }, (attempt) =>
    client.chat.completions.create({ model: attempt.model, messages, stream: true }, { signal: attempt.signal }),
  );
  for await (const part of parts) console.log(part.choices[0]?.delta.content);
}

export async function caught(): Promise<Classification | undefined> {
  try {
    await runWithModelFallback({
      config: "{ agents: { defaults: { model: 'openai/gpt-4.1' } } }",
      sessionId: 'chat',
      call,
    });
    return undefined;
  } catch (error) {
    if (FallbackSummaryError.isInstance(error)) console.log(error.soonestCooldownExpiry, error.attempts.length);
    return attachedTo(error)?.classification ?? sw.classify(error, { provider: 'openai' });
  }
}

// @ts-expect-error a misspelt field is refused
void sw.run({ sesionId: 'chat' }, call);
// @ts-expect-error only the levels that exist
export const wrong = (attempt: Attempt): void => attempt.progress('texts');
