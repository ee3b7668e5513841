import { emailAddress } from '#app/domain/shared/email-address.server.ts'

export type FoundAddress = {
  /** Not yet checked. */
  text: string
  /** As in "Maya" <maya@example.com>. */
  name: string | undefined
}

/** What mail programs and spreadsheets write into one cell: one address or several, with names, as links. */
export function readAddressCell(cell: string): FoundAddress[] {
  const plain = plainCell(cell)
  if (!/[@\uff20\ufe6b]/.test(plain) || isAddress(plain)) return [{ text: plain, name: undefined }]
  const parts = splitParts(hyperlinkTarget(plain) ?? plain)
  const read = parts.map(readPart)
  const found = read.filter((one) => one.text.includes('@'))
  // A sentence that mentions an address is no list of addresses.
  const isList = found.length === read.length || /<[^<>]+@/.test(plain)
  return isList && found.some(({ text }) => isAddress(text)) ? found : [{ text: plain, name: undefined }]
}

export const holdsAddress = (cell: string) =>
  /[@\uff20\ufe6b]/.test(cell) && readAddressCell(cell).some(({ text }) => isAddress(text))

const isAddress = (text: string) => emailAddress.safeParse(text).success

/** Our own exports put an apostrophe before cells that could run as a formula. */
const plainCell = (cell: string) => withPlainLinks(cell.trim().replace(/^'(?=[=+\-@])/, '')).replace(curly, '"')

/** As word processors write them. */
const curly = /[\u201c-\u201f\u00ab\u00bb\u2039\u203a]/g

/** Links of Markdown and HTML, as a mail program would write them. */
const withPlainLinks = (cell: string) =>
  cell
    .replaceAll(/\[([^\][]*)\]\(\s*mailto:([^()\s?]+)[^()]*\)/gi, toRecipient)
    .replaceAll(/<a\s[^<>]*?href\s*=\s*["']?\s*mailto:([^"'<>\s?]+)[^<>]*>([^<>]*)<\/a>/gi, (_, address, label) =>
      toRecipient(_, label, address),
    )

const toRecipient = (_: string, label: string, address: string) =>
  label.includes('@') || label.trim() === '' ? `<${address}>` : `"${label.replaceAll('"', '')}" <${address}>`

const hyperlinkTarget = (cell: string) => /^=\s*HYPERLINK\(\s*"([^"]*)"/i.exec(cell)?.[1]

/** At commas, semicolons and slashes outside quotation marks and brackets, and between addresses. */
const splitParts = (text: string) =>
  (text.match(/(?:"[^"]*"|<[^>]*>|\([^)]*\)|[^;,|\n\t/"<(]|["<(]|\/(?=\/))+/g) ?? [])
    .flatMap((part) => (part.includes('<') ? [part] : part.split(/\s+(?:and|or|&)\s+|\s+(?=\S+@)/i)))
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readPart(part: string): FoundAddress {
  const [, name = '', inBrackets] = /^(.*?)<([^<>]+)>[^<>]*$/.exec(part) ?? []
  if (inBrackets) return { text: bare(inBrackets), name: bare(name) || undefined }
  return { text: bare(part.replace(/\([^)]*\)/g, '')), name: undefined }
}

function bare(text: string) {
  const inner = text
    .trim()
    .replace(/^(?:mailto|e-?mail|to|cc|bcc)\s*:\s*/i, '')
    .replace(/^["'<\u2018\u2019\s]+|["'>.:\u2018\u2019\s]+$/g, '')
  if (!/^mailto:/i.test(text.trim())) return inner
  const [address = ''] = inner.split('?')
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
