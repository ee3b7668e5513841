import { formWith } from './forms.ts'

type Admin = {
  get(path: string): Promise<Response>
  post(path: string, fields: Record<string, string>): Promise<Response>
}

/** Publishes what is typed into a product's editor: its price, the rate of its sales tax. */
export async function editProduct(admin: Admin, id: string, typed: { priceCents?: string; taxRate?: string }) {
  const path = `/admin/products/${id}`
  const { fields, html } = formWith(await (await admin.get(path)).text(), 'name')
  const checked = [...html.matchAll(/<input\b(?=[^>]* type="checkbox")(?=[^>]* checked)[^>]* name="([^"]+)"/g)]
  const { status } = await admin.post(path, {
    ...fields,
    ...Object.fromEntries(checked.map(([, name]) => [name, 'on'])),
    ...typed,
    intent: 'publish',
  })
  if (status !== 303) throw new Error(`the product was not published: ${status}`)
}
