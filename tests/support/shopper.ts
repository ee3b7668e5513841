import { isAvailable } from '#app/domain/catalogue/product.ts'
import { products } from '#content/products.ts'
import { visitor } from './visitor.ts'

const [first, second] = products.filter(isAvailable)
/** The products that the tests of the shop buy: whatever a clinic sells, as long as it sells two. */
export const product = first!
export const otherProduct = second!

/** A visitor of the shop without scripts: what the cart's page holds is posted with every button of it. */
export function shopper(site: { url: string }) {
  const browser = visitor(site)

  async function cartPageNow() {
    const html = await (await browser.get('/cart')).text()
    return { html, fields: fieldsOf(html), lines: linesOf(html) }
  }

  return {
    ...browser,
    cartPageNow,
    add: (id: string) => browser.post('/cart', { intent: `add:${id}` }),
    /** Presses a button of the cart's form as it stands there now, after typing into some of its fields. */
    async press(intent: string, typed: Record<string, string> = {}, more: Record<string, string> = {}) {
      const { fields } = await cartPageNow()
      return browser.post('/cart', { ...fields, ...typed, intent }, more)
    },
  }
}

/** Names and values of the fields in the cart's form, the empty ones too. */
export function fieldsOf(html: string) {
  const form = /<form id="order".*?<\/form>/s.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')])
  return Object.fromEntries(inputs.filter(([name]) => name !== '')) as Record<string, string>
}

/** Quantity by product, as the page shows it. */
const linesOf = (html: string) =>
  Object.fromEntries(
    Object.entries(fieldsOf(html))
      .filter(([name]) => name.startsWith('quantity-'))
      .map(([name, value]) => [name.slice('quantity-'.length), value]),
  )

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** What the order form needs. */
export const contact = { name: 'Maya Thomas', email: 'maya@example.com' }
