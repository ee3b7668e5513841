import sans from '#app/ui/fonts/anek-latin.woff2?url'
import serif from '#app/ui/fonts/tiro-latin.woff2?url'

/** The two typefaces of every first screen; others load on use. */
export function FontPreloads() {
  return [serif, sans].map((href) => (
    <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
  ))
}
