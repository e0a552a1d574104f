// The eight turns. `server` is what the provider does, in order: the first step that fits the request and has uses left.
// A `row` names a real error of tests/corpus.

const MINUTE = 60_000;

/** Every turn of the demo, in the order in which it is played. */
export const turns = [
  {
    id: 'wait',
    title: 'Too fast: wait as told, then go on',
    story:
      'The provider answers 429 and says "retry after 8 seconds". Switchover waits that long, and a little more so that not all\n   programs come back at the same moment. Then it asks the same model again.',
    agentId: 'coder',
    sessionId: 'chat',
    server: [{ row: 'big3-140', headers: { 'retry-after': '8' } }, { answer: 'Here is the function you asked for.' }],
  },
  {
    id: 'window',
    title: 'The subscription is used up: take the API key',
    story:
      'The plan has a limit for every 5 hours, and it is reached. Nobody wants to wait for 4 hours, and there is a second\n   credential: an API key. The plan is left alone until the time that the provider named.',
    agentId: 'coder',
    sessionId: 'chat',
    after: 5 * MINUTE - 20_000,
    server: [
      { key: 'plan', row: 'big3-001', always: true },
      { key: 'key', answer: 'Done, with the API key.' },
    ],
  },
  {
    id: 'overload',
    title: 'The provider is overloaded: another model answers',
    story:
      'Every Anthropic key gets 529. After two short waits and the other key, the fallback model of another provider answers,\n   and the person is told so once.',
    agentId: 'writer',
    sessionId: 'essay',
    after: 5 * MINUTE,
    server: [
      { provider: 'anthropic', row: 'big3-034', always: true },
      { provider: 'openai', answer: 'Once upon a time there was a fallback.' },
    ],
  },
  {
    id: 'billing',
    title: 'No money left on one key',
    story:
      'The status is 400, but the text is about credits, not about the request. The key is put aside for 5 hours, and the next\n   one is used.',
    agentId: 'writer',
    sessionId: 'letter',
    after: 10 * MINUTE,
    server: [
      { key: 'team', row: 'big3-038', always: true },
      { key: 'spare', answer: 'Dear reader, ...' },
    ],
  },
  {
    id: 'model',
    title: 'The model does not exist',
    story: 'No key and no wait can help, so the next model of the chain is asked at once.',
    agentId: 'scout',
    sessionId: 'search',
    after: 5 * MINUTE,
    server: [
      { model: 'gpt-4o', row: 'big3-272', always: true },
      { provider: 'anthropic', answer: 'Found three results.' },
    ],
  },
  {
    id: 'cut',
    title: 'The stream breaks in the middle of a sentence',
    story:
      'The reader has already seen text. Asking again would say it twice, so nothing is repeated: the error is shown.',
    agentId: 'coder',
    sessionId: 'chat',
    after: 5 * MINUTE,
    stream: true,
    server: [{ cut: ['The three steps', ' are: first, '], always: true }],
  },
  {
    id: 'overflow',
    title: 'The conversation is too long',
    story:
      'Another key would get the same answer. The program is asked to make the conversation shorter, then it goes on.',
    agentId: 'coder',
    sessionId: 'long-chat',
    after: 5 * MINUTE,
    server: [{ row: 'big3-162' }, { answer: 'Thanks, that fits.' }],
  },
  {
    id: 'all',
    title: 'Everything fails',
    story:
      'Two credentials are put aside already. The OpenAI key turns out to have no billing, and the last Anthropic key has reached\n   its spend limit. The program gets one error that tells the whole story.',
    agentId: 'coder',
    sessionId: 'new-chat',
    after: 5 * MINUTE,
    server: [
      { provider: 'openai', row: 'big3-144', always: true },
      { provider: 'anthropic', row: 'big3-208', always: true },
    ],
  },
];
