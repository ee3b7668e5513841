import script from './on-read-page.ts?script'

/** Of the unlock page, which has no other script than that of pages to read; the server allows it by its hash. */
export const passkeyScript = import.meta.env.SSR ? script : undefined
