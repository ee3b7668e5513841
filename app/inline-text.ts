import styles from './app.css?inline'
import script from './enhance/site.ts?script'

// What content pages carry in themselves, so that nothing but fonts and pictures travels after the page. The browser,
// which runs the same Layout on hydrated pages, needs no copy.

/** Every style of the site. Undefined in development, where Vite replaces the linked styles while you edit. */
export const inlineStyles = import.meta.env.SSR && import.meta.env.PROD ? styles : undefined

/** The one small script of content pages. */
export const inlineScript = import.meta.env.SSR ? script : undefined
