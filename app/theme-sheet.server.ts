import type { Content } from '#app/domain/content/content-record.ts'
import { colorsOf } from '#app/domain/theme/theme.ts'
import { readThemeAddress, toThemeSheet } from '#app/domain/theme/theme-sheet.server.ts'
import { fonts, typeStyles } from '#app/ui/fonts/pairings.ts'

/** How the page at that address looks. The dashboard stays as delivered: what is changed in it is the website. */
export function toLook({ palette, type, logo, own }: Content<'theme'>, { url }: Pick<Request, 'url'>) {
  const isDelivered = palette === 'herbarium' && type === 'tiro-anek' && logo === 'mark'
  if (isDelivered || new URL(url).pathname.startsWith('/admin')) return { fonts: fonts['tiro-anek'] }
  return { styles: toThemeSheet({ type, colors: colorsOf({ palette, own }) }, typeStyles).address, fonts: fonts[type] }
}

export const readThemeSheet = (address: string) => readThemeAddress(address, typeStyles)
