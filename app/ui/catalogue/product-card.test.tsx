import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { productsPage } from '#content/pages/products.ts'
import type { Product } from '#app/domain/catalogue/product.ts'
import { ProductCard } from './product-card.tsx'

const clinic = contentFacts(Date.UTC(2026, 4, 5, 15))
const herb: Product = {
  id: 'herb',
  name: 'Herb powder/Tab',
  priceCents: 1050,
  category: 'Supplements',
  supplement: true,
  picture: 'product-triphala',
}
const card = (more: Partial<Product> = {}, added?: number) =>
  renderToStaticMarkup(<ProductCard product={{ ...herb, ...more }} clinic={clinic} added={added} />)

describe('a product card', () => {
  test('has a price and a button whose accessible name begins with its text', () => {
    expect(card()).toContain('$10.50')
    expect(card()).toMatch(
      /<button[^>]*value="add:herb"[^>]*aria-label="Add to Cart: Herb powder\/Tab"[^>]*>Add to Cart</,
    )
  })

  test('says that it is in the cart, and how many if more than one', () => {
    expect(card()).not.toContain('Added to cart')
    expect(card({}, 1)).toContain('Added to cart')
    expect(card({}, 3)).toContain(productsPage.added(3))
  })

  test('has no button while the product is unavailable', () => {
    const html = card({ available: false })
    expect(html).toContain('Not available now')
    expect(html).not.toContain('<button')
    expect(card({ available: true })).toContain('<button')
  })

  test.each([undefined, {}])('says nothing of a label that is not confirmed: %j', (label) => {
    expect(card({ label })).not.toContain(productsPage.label.heading)
  })

  test('shows a complete label with the lot’s certificate', () => {
    const html = card({
      label: {
        ingredients: 'Leaf, root',
        quantity: '100 g',
        form: 'Powder',
        suggestedUse: 'One spoon a day',
        certificate: { lot: '24-117', href: '/certificates/24-117.pdf' },
      },
    })
    for (const text of ['Leaf, root', '100 g', 'Powder', 'One spoon a day', productsPage.label.certificate('24-117')])
      expect(html).toContain(text)
    expect(html).toContain('href="/certificates/24-117.pdf"')
  })

  test('shows the known parts of a label', () => {
    const html = card({ label: { form: 'Tablets' } })
    expect(html).toContain('Tablets')
    expect(html).not.toContain(productsPage.label.ingredients)
  })
})
