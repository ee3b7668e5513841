/** Bounds the search. */
const maxPictures = 20
const maxTagLength = 4_000

/** The address of the first picture that is not a tracking pixel, as written. */
export function findPicture(html: string) {
  const starts = html.matchAll(/<img[\s/]/gi)
  for (const { index } of starts.take(maxPictures)) {
    const tag = /^<img(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(html.slice(index, index + maxTagLength))?.[0]
    const address = tag && getAttribute(tag, 'src')
    if (address && !/^data:/i.test(address) && !isPixel(tag)) return address
  }
  return undefined
}

/** Blogger links a cropped 72-pixel preview and serves the same picture in any size. */
export const toFullSize = (address: string) =>
  address.replace(/([/=])s72(?:-w\d+-h\d+)?-c(?=[/?#]|$)/, (_, before: string) => `${before}s1200`)

const isPixel = (tag: string) =>
  ['width', 'height'].some((name) => /^[0-2](?:px)?$/.test(getAttribute(tag, name) ?? ''))

function getAttribute(tag: string, name: string) {
  const value = new RegExp(`[\\s"'/]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return (value?.[1] ?? value?.[2] ?? value?.[3])?.trim().replace(/&(?:amp|#38|#x26);/gi, '&')
}
