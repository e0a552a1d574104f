//! The configuration reference, `docs/configuration.md`, from the table of options (M-1, 09-options).

use std::fmt::Write as _;
use switchover_core::config::{OptionInfo, options};

const HEAD: &str = r#"# Configuration

This page is generated from the table of options: run `cargo xtask pages` after a change of the table.

A config is an object in OpenClaw's shape, so a config of OpenClaw can be pasted as it is. Sections that are not read here
are counted in one warning. An unknown key inside a section that is read gives a warning with its path and the nearest
known key. A wrong type or range is an error with path, what was found and what is allowed; all errors come together.
`switchover check` reads a file and prints both.

```json5
{
  agents: {
    defaults: {
      // What is asked for, and what to try when it fails. A bare string is a primary without fallbacks.
      model: { primary: "anthropic/claude-sonnet-4-5", fallbacks: ["openai/gpt-5", "ollama/qwen3"] },
      // Short names, for `model` above, for sessions and for requests.
      models: { "openai/gpt-5": { alias: "gpt" } },
      heartbeat: { model: "openai/gpt-5-mini" },
    },
    // One agent with a model of its own. Its own primary has no fallbacks unless it names them.
    entries: { reports: { model: { primary: "openai/gpt-5", fallbacks: [] } } },
  },
  auth: {
    // Credentials without secrets. The id is `provider:name`; `mode` is oauth, token, api_key or aws-sdk.
    profiles: {
      "anthropic:work": { provider: "anthropic", mode: "api_key" },
      "anthropic:me@example.com": { provider: "anthropic", mode: "oauth", email: "me@example.com" },
    },
    // Who is asked first. Without it: OAuth before tokens before keys, the longest unused first.
    order: { anthropic: ["anthropic:me@example.com", "anthropic:work"] },
    cooldowns: { billingBackoffHours: 2 },
  },
  models: {
    providers: {
      // What a model can do decides whether it suits a request. What is not known counts as able.
      openai: { models: [{ id: "gpt-5", contextWindow: 400000, tools: true, images: true, priceClass: 3 }] },
      // An address of this machine makes a provider a local server: long time-outs, short cooldowns.
      ollama: { baseUrl: "http://127.0.0.1:11434/v1" },
    },
  },
  failover: {
    preset: "swift",
    // Where the secret of a profile is; hosts read it, the engine never sees it.
    secrets: { "anthropic:work": { env: "ANTHROPIC_API_KEY" } },
    timeouts: { default: { firstTokenMs: 60000 } },
  },
}
```

A model is written `provider/model`, or as an alias; `@profile` behind it asks for one credential, as in
`openai/gpt-5@openai:work`. What is not named belongs to the provider of the primary model.

## Presets

`failover.preset` chooses the defaults of all options at once; a value of the config wins over its preset.

| preset | what it is for |
| --- | --- |
| `latest` | The default. Retries on the same model first, with bounded waits, then other credentials, then other models. |
| `sticky` | A session stays on the fallback that worked, and goes back by a probe from time to time. |
| `classic` | The oldest behaviour: no retries on the same model, long cooldowns, and a session stays on its fallback until it is told to leave. |
| `swift` | Advice for new programs: leave a failing key early while another one is healthy. |
"#;

const TAIL: &str = "
Local servers are the providers `ollama`, `lmstudio`, `llama-cpp`, `vllm`, `sglang` and `localai`, and every provider whose
`models.providers.<id>.baseUrl` is an address of this machine.

## Environment

Read by the Node host only. The config wins over the environment, and `SWITCHOVER_*` over `OPENCLAW_*`.

| variable | unit | what it sets |
| --- | --- | --- |
| `SWITCHOVER_FALLBACK_SKIP_TTL_MS`, `OPENCLAW_FALLBACK_SKIP_TTL_MS` | ms | `failover.skipCache.ttlMs` (T-26) |
| `SWITCHOVER_SDK_RETRY_MAX_WAIT_SECONDS`, `OPENCLAW_SDK_RETRY_MAX_WAIT_SECONDS` | s | the longest wait that an SDK may do by itself (R-5) |
| `<PROVIDER>_API_KEY` | text | the secret of `<provider>:default` when `failover.secrets` names no other place (M-1) |
";

/// The whole page.
#[must_use]
pub fn text() -> String {
    let mut page = HEAD.to_owned();
    let options = options();
    for (section, title) in [("auth.cooldowns.", "## `auth.cooldowns`"), ("failover.", "## `failover`")] {
        let _ = writeln!(
            page,
            "\n{title}\n\n| option | unit or words | default | differs in | what it does | rule |\n| --- | --- | --- | --- | --- | --- |"
        );
        for option in options.iter().filter(|option| option.path.starts_with(section)) {
            page.push_str(&line(option, option.path.trim_start_matches(section)));
        }
    }
    page.push_str(TAIL);
    page
}

fn line(option: &OptionInfo, name: &str) -> String {
    let default = &option.default;
    let others = [("sticky", &default.sticky), ("classic", &default.classic), ("swift", &default.swift)];
    let differs = others
        .iter()
        .filter(|(_, value)| **value != default.latest)
        .map(|(preset, value)| format!("{preset}: {value}"))
        .collect::<Vec<_>>()
        .join("<br/>");
    format!(
        "| `{name}` | {} | {} | {differs} | {} | {} |\n",
        option.unit,
        default.latest,
        option.doc,
        rule_link(&option.rule)
    )
}

/// The file of the specification that holds a rule, by the letter of its id.
fn rule_link(rule: &str) -> String {
    let file = match rule.chars().next() {
        Some('C') => "01-classification.md",
        Some('P' | 'K') => "02-profiles.md",
        Some('M') => "03-selection.md",
        Some('T') => "04-turn.md",
        Some('S') => "05-session.md",
        Some('R' | 'O') => "06-retry.md",
        _ => "07-hosts.md",
    };
    format!("[{rule}](spec/{file})")
}
