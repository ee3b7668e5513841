import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picturesPath } from '#app/domain/pictures/picture.ts'
import { otherProducts, productPath, saleItemId } from '#app/domain/catalogue/product.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { products } from '#tests/support/catalogue.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { phoneJpeg } from '#tests/support/picture-files.ts'
import { ownPageOfAProduct, textsOf } from '#tests/support/pages.ts'
import { shopper } from '#tests/support/shopper.ts'
import { fdaDisclaimer } from '#content/products.ts'
import { productsPage } from '#content/pages/products.ts'

const { own } = textsOf('products-page')
const shown = products.find((product) => productPath(product) === ownPageOfAProduct)!
const [, second] = shown.forms ?? []

describe.each(databasesFor(import.meta.url))('the page of a product on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const get = (path: string) => visitor(site).get(path)
  const read = async (path: string) => (await get(path)).text()
  const publish = async (id: string, typed: Record<string, string>) => {
    const path = `/admin/products/${id}`
    const { fields } = formWith(await (await admin.get(path)).text(), 'name')
    return admin.post(path, { ...fields, ...typed, intent: 'publish' })
  }
  const removed = async (id: string) => {
    const path = `/admin/products/${id}`
    const { version = '' } = formWith(await (await admin.get(path)).text(), 'name').fields
    return admin.post(path, { intent: 'remove', version })
  }

  test('is there for every product, and linked from its card, the sitemap and the search', async () => {
    const [cards, sitemap] = await Promise.all([read('/products'), read('/sitemap.xml')])
    for (const product of products) {
      const path = productPath(product)
      const html = await read(path)
      expect(html.replaceAll(/<wbr\/>|<!-- -->/g, '')).toContain(`${product.name}</h1>`)
      expect(html).toContain(formatCents(product.priceCents))
      expect(html).toContain(`value="add:${product.id}"`)
      // Near the product, or near those that are shown below it; once on a page.
      const hasSupplement = [product, ...otherProducts(products, product)].some(({ supplement }) => supplement)
      expect(html.split(`<strong>${fdaDisclaimer}</strong>`), product.id).toHaveLength(hasSupplement ? 2 : 1)
      expect(html).not.toContain(productsPage.label.heading)
      expect(cards).toContain(`href="${path}"`)
      expect(cards).toContain(`id="${product.id}"`)
      expect(sitemap).toContain(`${path}</loc>`)
      expect(await read(`/search?q=${encodeURIComponent(product.name)}`)).toContain(`href="${path}"`)
    }
  })

  test.each(['nothing', '__proto__', shown.id.toUpperCase(), `${shown.id}.powder`, '%20', 'x'.repeat(500)])(
    'is not there for %s',
    async (id) => {
      expect((await get(`/products/${id}`)).status).toBe(404)
    },
  )

  test('answers Add to Cart, with the chosen form in the cart', async () => {
    const item = saleItemId(shown.id, second?.id)
    const typed = { intent: `add:${shown.id}`, from: 'page', ...(second && { form: second.id }) }
    const maya = shopper(site)
    const first = await maya.post('/cart', typed)
    const check = `/cart?added=${item}&from=page`
    expect([first.status, first.headers.get('Location')]).toEqual([303, check])
    const checked = await maya.get(check)
    expect([checked.status, checked.headers.get('Location')]).toEqual([302, `${ownPageOfAProduct}#buy`])
    const html = await (await maya.get(ownPageOfAProduct)).text()
    expect(html).toContain(productsPage.added(1))
    if (second) expect(/<input[^>]*checked=""[^>]*>/.exec(html)?.[0]).toContain(`value="${second.id}"`)
    expect(await (await maya.get(ownPageOfAProduct)).text()).not.toContain(productsPage.added(1))
    const again = await maya.post('/cart', typed)
    expect([again.status, again.headers.get('Location')]).toEqual([303, `${ownPageOfAProduct}#buy`])
    expect(await (await maya.get(ownPageOfAProduct)).text()).toContain(productsPage.added(2))
    expect((await maya.cartPageNow()).lines).toEqual({ [item]: '2' })
  })

  test('leads nowhere else, whatever a form says of its place', async () => {
    for (const from of ['//evil.example', 'https://evil.example', 'x\r\nSet-Cookie: a=b', '']) {
      const maya = shopper(site)
      await maya.add(shown.id)
      const answer = await maya.post('/cart', { intent: `add:${shown.id}`, from })
      expect(answer.headers.get('Location')).toBe(`/products#${shown.id}`)
      const checked = await maya.get(`/cart?${new URLSearchParams({ added: shown.id, from })}`)
      if (checked.status === 302) expect(checked.headers.get('Location')).toBe(`/products#${shown.id}`)
    }
  })

  test('shows what the clinic publishes of the label, and nothing that it left empty', async () => {
    const answer = await publish(shown.id, { 'label.suggestedUse': 'As <printed>', 'label.quantity': '100 g' })
    expect(answer.status).toBe(303)
    const html = await read(ownPageOfAProduct)
    for (const text of [productsPage.label.heading, productsPage.label.suggestedUse, 'As &lt;printed&gt;', '100 g'])
      expect(html).toContain(text)
    expect(html).not.toContain(productsPage.label.ingredients)
    // For search engines.
    const [, description] = /"@type":"Product"[^{}]*"description":"([^"]+)"/.exec(html) ?? []
    expect(description).toContain(formatCents(shown.priceCents))
    expect((await publish(shown.id, { 'label.suggestedUse': 'x'.repeat(301) })).status).toBe(400)
  })

  test('shows a photograph of its label, with what it says, once the clinic has chosen one', async () => {
    expect(await read(productPath(shown))).not.toContain('class="pd-label"')
    const upload = new FormData()
    upload.set('file', new File([new Uint8Array(await phoneJpeg())], 'label.jpg'))
    upload.set('alt', 'Label: amla, bibhitaki & haritaki')
    const id = /[\w-]{36}/.exec((await admin.upload(picturesPath, upload)).headers.get('Location')!)![0]
    expect((await publish(shown.id, { 'label.picture': 'picture:gone' })).status).toBe(400)
    expect((await publish(shown.id, { 'label.picture': `picture:${id}` })).status).toBe(303)
    const html = await read(productPath(shown))
    const [, label = ''] = /<div class="pd-label">(.*?)<\/div>/s.exec(html) ?? []
    expect(label).toContain('alt="Label: amla, bibhitaki &amp; haritaki"')
    expect(label).toContain(`/pictures/${id}/whole-`)
    for (const path of ['/products', '/cart']) expect(await read(path), path).not.toContain(id)
    expect(await (await admin.get(`${picturesPath}/${id}`)).text(), 'where it is used').toContain(shown.name)
    expect((await publish(shown.id, { 'label.picture': 'none' })).status).toBe(303)
    expect(await read(productPath(shown))).not.toContain('class="pd-label"')
  })

  test('shares its drawing, or the photograph that the clinic publishes, as a JPEG of the size it says', async () => {
    const shared = async () => {
      const html = await read(ownPageOfAProduct)
      const [src, width, height] = ['', ':width', ':height'].map(
        (part) => new RegExp(`<meta property="og:image${part}" content="([^"]+)"`).exec(html)?.[1] ?? '',
      )
      const picture = await fetch(src!)
      expect(picture.headers.get('Content-Type')).toBe('image/jpeg')
      const is = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
      expect([width, height]).toEqual([String(is.width), String(is.height)])
      return src
    }
    const drawing = await shared()
    expect(drawing).not.toContain('/share.jpg')
    const upload = new FormData()
    upload.set('file', new File([new Uint8Array(await phoneJpeg())], 'jar.jpg'))
    upload.set('alt', 'A jar')
    const id = /[\w-]{36}/.exec((await admin.upload(picturesPath, upload)).headers.get('Location')!)![0]
    expect((await publish(shown.id, { picture: `picture:${id}` })).status).toBe(303)
    expect(await shared()).toContain(id)
  })

  test('of one that is not available says so, and of one that was removed is gone', async () => {
    const one = products.find(({ id }) => id !== shown.id)!
    const path = productPath(one)
    expect((await publish(one.id, { available: '' })).status).toBe(303)
    const html = await read(path)
    expect(html).toContain(productsPage.notAvailable)
    expect(html).not.toContain('value="add:')
    expect(html).toContain('OutOfStock')
    expect(await (await admin.get(path)).text()).toContain(`href="/admin/products/${one.id}"`)
    expect((await removed(one.id)).status).toBe(303)
    expect((await get(path)).status).toBe(404)
    expect(await read('/sitemap.xml')).not.toContain(path)
    expect(await read(ownPageOfAProduct)).not.toContain(`href="${path}"`)
    for (const { id } of products.filter(({ id }) => id !== one.id && id !== shown.id))
      expect((await removed(id)).status, id).toBe(303)
    expect(await read(ownPageOfAProduct)).not.toContain(own.related)
  })
})
