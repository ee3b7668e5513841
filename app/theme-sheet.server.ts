import type { Content } from '#app/domain/content/content-record.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import { colorsOf } from '#app/domain/theme/theme.ts'
import { readThemeAddress, toThemeSheet } from '#app/domain/theme/theme-sheet.server.ts'
import { fonts, typeStyles } from '#app/ui/fonts/pairings.ts'

/** How the page at that address looks. The dashboard stays as delivered: what is changed in it is the website. */
export function toLook({ template }: Pick<ContentNow, 'template'>, { url }: Pick<Request, 'url'>) {
  const theme = template('theme')
  const styles = addresses.get(theme) ?? toStyles(theme)
  addresses.set(theme, styles)
  if (!styles || new URL(url).pathname.startsWith('/admin')) return { fonts: fonts['tiro-anek'] }
  return { styles, fonts: fonts[theme.type] }
}

/** The same object until something is published. */
const addresses = new WeakMap<Content<'theme'>, string | undefined>()

function toStyles({ palette, type, logo, own }: Content<'theme'>) {
  if (palette === 'herbarium' && type === 'tiro-anek' && logo === 'mark') return undefined
  return toThemeSheet({ type, colors: colorsOf({ palette, own }) }, typeStyles).address
}

export const readThemeSheet = (address: string) => readThemeAddress(address, typeStyles)
