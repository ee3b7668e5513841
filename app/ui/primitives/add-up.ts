/**
 * A number as classes that add up: 12 as 8 and 4, or 30 minutes as 20 and 10. The Content-Security-Policy forbids style
 * attributes in the server's HTML, and a class for each number would be a long list.
 */
export const addUp = (name: string, number: number, step: number) =>
  [16, 8, 4, 2, 1].filter((part) => Math.floor(number / step / part) % 2 === 1).map((part) => `${name}${part * step}`)
