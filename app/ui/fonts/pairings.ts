import sans from './anek-latin.woff2?url'
import lora from './lora-latin.woff2?url'
import loraExt from './lora-latin-ext.woff2?url'
import loraItalic from './lora-latin-italic.woff2?url'
import loraItalicExt from './lora-latin-italic-ext.woff2?url'
import sourceSans from './source-sans-latin.woff2?url'
import serif from './tiro-latin.woff2?url'

// Named on the server alone: pages with the delivered typefaces load nothing of the others.

/** What every first screen needs of each pairing; other files load on use. */
export const fonts = {
  'tiro-anek': [serif, sans],
  'lora-source': [lora, sourceSans],
  system: [],
} as const satisfies Record<string, readonly string[]>

type Face = { family: string; file: string; range: string; style?: string; weight?: string }

const face = ({ family, file, range, style = 'normal', weight = '400' }: Face) =>
  `@font-face{font-family:'${family}';font-style:${style};font-weight:${weight};src:url(${file}) format('woff2');font-display:swap;unicode-range:${range}}`

/** As their makers cut them. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C4,U+2113,U+2C60-2C7F,U+A720-A7FF'

const loraSource = [
  face({ family: 'Lora', file: lora, range: latin }),
  face({ family: 'Lora', file: loraExt, range: latinExt }),
  face({ family: 'Lora', file: loraItalic, range: latin, style: 'italic' }),
  face({ family: 'Lora', file: loraItalicExt, range: latinExt, style: 'italic' }),
  face({ family: 'Source Sans', file: sourceSans, range: latin, weight: '200 900' }),
]

/** The styles of each pairing over those of app.css. Anek has the rare letters, since those of Source Sans are 60 kB. */
export const typeStyles: Readonly<Record<keyof typeof fonts, string>> = {
  'tiro-anek': '',
  'lora-source': `${loraSource.join('')}:root{--serif:'Lora',Georgia,serif;--sans:'Source Sans','Anek',system-ui,sans-serif}`,
  system: `:root{--serif:Georgia,'Times New Roman',serif;--sans:system-ui,sans-serif}`,
}
