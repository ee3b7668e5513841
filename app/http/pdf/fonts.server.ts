import cyrillic from './fonts/noto-sans-cyrillic-400.woff?inline'
import cyrillicExt from './fonts/noto-sans-cyrillic-ext-400.woff?inline'
import devanagari from './fonts/noto-sans-devanagari-400.woff?inline'
import greek from './fonts/noto-sans-greek-400.woff?inline'
import latin from './fonts/noto-sans-latin-400.woff?inline'
import latinBold from './fonts/noto-sans-latin-600.woff?inline'
import latinExt from './fonts/noto-sans-latin-ext-400.woff?inline'
import vietnamese from './fonts/noto-sans-vietnamese-400.woff?inline'

// Noto Sans in the parts that Fontsource cuts it into: names are written in more than the letters of English, and the
// fonts of PDF itself have no others. In the program itself, since a built server has no folder of fonts.

const toBytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** The first that has a character is used for it. */
export const regularFonts: Record<string, Buffer> = {
  latin: toBytes(latin),
  latinExt: toBytes(latinExt),
  devanagari: toBytes(devanagari),
  cyrillic: toBytes(cyrillic),
  cyrillicExt: toBytes(cyrillicExt),
  greek: toBytes(greek),
  vietnamese: toBytes(vietnamese),
}

/** For headings and questions; what it hasn't got is regular. */
export const boldFont = toBytes(latinBold)
