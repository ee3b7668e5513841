import script from './enhance/site.ts?script'

/**
 * The one small script of pages to read, which they carry in themselves so that nothing but fonts and pictures travels
 * after the page. The browser, which runs the same Layout on hydrated pages, needs no copy.
 */
export const inlineScript = import.meta.env.SSR ? script : undefined
