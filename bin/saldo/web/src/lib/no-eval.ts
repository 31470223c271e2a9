/**
 * The content security policy allows no `eval`. The schema library of the chat's toolkit would try it, to make itself
 * faster, and do without it when refused; each try is a violation. This comes before the toolkit is loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
