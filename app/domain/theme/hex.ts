/** '#rrggbb' */
export type Hex = string

/** What people type: '#1F4A38', '1f4a38' or '#fff'. */
export function parseHex(typed: string): Hex | undefined {
  const [, digits = ''] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim()) ?? []
  if (digits === '') return undefined
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${long.toLowerCase()}`
}
