/**
 * Configuration of Zod, which the AI SDK uses. Zod tries `eval` to speed itself up, which the
 * Content-Security-Policy blocks and reports as a violation. This module must be imported before the AI SDK.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
