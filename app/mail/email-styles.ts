import { deriveRoles } from '#app/domain/theme/derive-roles.ts'
import type { Roles } from '#app/domain/theme/roles.ts'
import type { ThemeColors } from '#app/domain/theme/theme-colors.ts'

// Mail programs read inline styles everywhere and a style sheet in most places: the sheet only adds what an inline style
// cannot say, the dark colors and the narrow screens. Fonts are those that every program has.

const serif = "Georgia, 'Times New Roman', serif"
const sans = 'Helvetica, Arial, sans-serif'

export type EmailStyles = ReturnType<typeof toEmailStyles>

/** The colors are those of the website. */
export function toEmailStyles(colors: ThemeColors) {
  const styles = stylesOf.get(colors) ?? deriveStyles(colors)
  stylesOf.set(colors, styles)
  return styles
}

/** A newsletter is thousands of emails in the same colors, which are the same object until something is published. */
const stylesOf = new WeakMap<ThemeColors, ReturnType<typeof deriveStyles>>()

function deriveStyles(colors: ThemeColors) {
  const { day, night } = deriveRoles(colors)
  return { ...toInlineStyles(day), sheet: toSheet(night) }
}

function toInlineStyles(roles: Roles) {
  const { bg: page, surface: card, ink, 'ink-2': soft, 'ink-3': faint, link, line, sunken: quote, band } = roles
  const { brand: button, 'on-brand': onButton, 'on-band': onBand } = roles
  const text = { fontFamily: sans, fontSize: 17, lineHeight: '26px', color: soft }
  const cell = { fontFamily: sans, fontSize: 17, lineHeight: '24px', color: ink, verticalAlign: 'top' } as const
  const underline = { borderBottom: `1px solid ${line}` }
  return {
    page: { margin: 0, padding: 0, backgroundColor: page },
    /** Mail programs show these words beside the subject. */
    preview: { display: 'none', maxHeight: 0, overflow: 'hidden' },
    paper: { backgroundColor: page },
    column: { maxWidth: 600, margin: '0 auto' },
    /** Neither light nor dark, so it survives programs that invert colors by force. */
    band: {
      backgroundColor: band,
      padding: '20px 40px',
      fontFamily: serif,
      fontSize: 21,
      lineHeight: '26px',
      color: onBand,
    },
    card: { backgroundColor: card, padding: '38px 40px 22px' },
    headline: {
      margin: '0 0 14px',
      fontFamily: serif,
      fontWeight: 'normal',
      fontSize: 34,
      lineHeight: '40px',
      color: ink,
      overflowWrap: 'break-word',
    },
    paragraph: { ...text, margin: '0 0 16px', overflowWrap: 'break-word' },
    heading: { ...text, margin: '24px 0 8px', color: ink, fontWeight: 'bold' },
    list: { ...text, margin: '0 0 16px', paddingLeft: 24, overflowWrap: 'break-word' },
    quotation: { margin: '0 0 16px', paddingLeft: 16, borderLeft: `2px solid ${line}` },
    small: { ...text, margin: '0 0 16px', fontSize: 14, lineHeight: '21px' },
    facts: { margin: '8px 0 24px', borderTop: `1px solid ${line}` },
    name: {
      ...cell,
      ...underline,
      width: 86,
      padding: '13px 12px 13px 0',
      fontSize: 15,
      fontWeight: 'normal',
      textAlign: 'left',
      color: faint,
    },
    value: { ...cell, ...underline, padding: '13px 0', overflowWrap: 'anywhere' },
    item: { ...cell, ...underline, padding: '12px 0' },
    detail: { fontSize: 15, color: faint },
    amount: { ...cell, ...underline, padding: '12px 0 12px 16px', textAlign: 'right', whiteSpace: 'nowrap' },
    total: { ...cell, padding: '14px 0', fontFamily: serif, fontSize: 21, fontWeight: 'normal', textAlign: 'left' },
    totalAmount: { ...cell, padding: '14px 0', fontFamily: serif, fontSize: 26, textAlign: 'right' },
    quote: {
      ...cell,
      backgroundColor: quote,
      padding: '16px 20px',
      borderRadius: 6,
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
    quoteTable: { margin: '0 0 24px' },
    buttonTable: { margin: '8px 0 26px' },
    button: { backgroundColor: button, borderRadius: 26 },
    buttonText: {
      display: 'inline-block',
      padding: '15px 30px',
      fontFamily: sans,
      fontSize: 17,
      lineHeight: '22px',
      fontWeight: 'bold',
      color: onButton,
      textDecoration: 'none',
    },
    picture: {
      display: 'block',
      width: '100%',
      maxWidth: 520,
      height: 'auto',
      margin: '0 0 16px',
      border: 0,
      borderRadius: 6,
    },
    link: { color: link, textDecoration: 'underline' },
    phone: { color: link, textDecoration: 'underline', whiteSpace: 'nowrap' },
    piece: { whiteSpace: 'nowrap' },
    footer: { padding: '24px 40px 40px', fontFamily: sans, fontSize: 14, lineHeight: '22px', color: faint },
  } as const
}

function toSheet(roles: Roles) {
  const dark = {
    '.bg': `background-color:${roles.bg}`,
    '.card': `background-color:${roles.surface}`,
    '.ink': `color:${roles.ink}`,
    '.soft': `color:${roles['ink-2']}`,
    '.faint': `color:${roles['ink-3']}`,
    '.link': `color:${roles.link}`,
    '.line': `border-color:${roles.line}`,
    '.quote': `background-color:${roles.sage}`,
    '.button': `background-color:${roles.brand}`,
    '.button-text': `color:${roles['on-brand']}`,
  }
  const toRules = (prefix: string, selectors: readonly (keyof typeof dark)[]) =>
    selectors.map((selector) => `${prefix}${selector}{${dark[selector]}!important}`).join('')
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    'body{-webkit-text-size-adjust:100%}',
    '@media (max-width:620px){.pad{padding-left:22px!important;padding-right:22px!important}',
    'h1{font-size:29px!important;line-height:34px!important}}',
    `@media (prefers-color-scheme:dark){${toRules('', Object.keys(dark) as (keyof typeof dark)[])}}`,
    // Outlook on the web and on phones marks what it inverted by `data-ogsc` and knows no media query for it.
    toRules('[data-ogsc] ', ['.ink', '.soft', '.faint', '.link']),
  ].join('')
}
