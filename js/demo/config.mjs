// Who takes part: two providers, four credentials, three agents. This is all that a program has to configure.

/** The demo plays on one day, so that reset times inside real errors make sense. */
export const START = Date.UTC(2026, 4, 4, 19, 20, 0);

export const config = {
  agents: {
    defaults: {
      model: { primary: 'openai/gpt-4.1', fallbacks: ['anthropic/claude-opus-5'] },
    },
    entries: {
      writer: { model: { primary: 'anthropic/claude-opus-5', fallbacks: ['openai/gpt-4.1'] } },
      scout: { model: { primary: 'openai/gpt-4o', fallbacks: ['anthropic/claude-opus-5'] } },
    },
  },
  auth: {
    order: {
      openai: ['openai:plan', 'openai:key'],
      anthropic: ['anthropic:team', 'anthropic:spare'],
    },
  },
  // Two quick retries instead of eight keep the timelines short.
  failover: { recovery: { transientRetries: 2 } },
};

/** The credentials. Their secrets are words, and the server prints the word that it was shown. */
export const profiles = [
  { id: 'openai:plan', provider: 'openai', type: 'oauth', expiresAt: START + 30 * 24 * 3_600_000 },
  { id: 'openai:key', provider: 'openai', type: 'api_key' },
  { id: 'anthropic:team', provider: 'anthropic', type: 'api_key' },
  { id: 'anthropic:spare', provider: 'anthropic', type: 'api_key' },
];

export const secrets = {
  'openai:plan': 'secret-of-openai-plan',
  'openai:key': 'secret-of-openai-key',
  'anthropic:team': 'secret-of-anthropic-team',
  'anthropic:spare': 'secret-of-anthropic-spare',
};
