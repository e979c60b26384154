// The settings with which a server talks to a scripted provider and does not wait long between tries.
import type { ScriptedProvider } from '@slipstream/testkit/provider';

export function toProvider(provider: ScriptedProvider): Record<string, string> {
  return {
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-scripted-provider',
    OPENAI_MODEL: 'scripted',
    RETRY_DELAY_MS: '50',
    // What a test's provider is asked is what the test asks.
    TITLES: 'rule',
  };
}
