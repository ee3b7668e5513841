import { afterAll, expect, test } from 'vitest'
import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { contentCollections } from '#content/schemas/all.ts'
import { plainLine, removed } from '#content/schemas/fields.ts'
import { openAdminLists } from '#tests/support/admin-lists.ts'

// All of a new list with two fields: in the product, its schema is a file, and it has a line in content/schemas/all.ts
// and one in app/admin-sections.ts. docs/architecture.md says what it costs.
const supplierSchema = {
  title: 'Supplier',
  named: 'name',
  saves: 'at-once',
  list: {
    title: 'Suppliers',
    lead: 'Where the clinic buys its herbs and oils.',
    add: 'Add a supplier',
    about: { label: 'Phone', fields: ['phone'] },
  },
  fields: { name: plainLine('Name', 60), phone: plainLine('Phone', 30), ...removed },
} as const satisfies CollectionSchema

Object.assign(contentCollections, { suppliers: { schema: supplierSchema, files: {} } })
afterAll(() => Reflect.deleteProperty(contentCollections, 'suppliers'))

const [path, oils] = ['/admin/suppliers', '/admin/suppliers/oils-herbs']

test('a supplier is added, changed, removed and brought back, at once, on the record and only by whom it is open to', async () => {
  const { list, post, undo, acts } = await openAdminLists()
  const show = async () => (await list(path)).entries.map(({ title, about, state }) => [title, about, state].join(', '))
  const supplier = { intent: 'add', title: 'Oils & Herbs', phone: '(205) 555-0199' }
  expect(await post(path, supplier, 'practitioner')).toEqual({ status: 403 })
  expect(await post(path, { ...supplier, phone: '' })).toMatchObject({
    status: 400,
    answer: { form: { fieldErrors: { phone: 'Enter the phone.' } } },
  })
  expect(await post(path, supplier)).toMatchObject({ status: 303, text: 'Oils & Herbs saved.' })
  expect(await show()).toEqual(['Oils & Herbs, (205) 555-0199, shown'])

  const change = { intent: 'publish', version: '1', revision: '0', phone: '(205) 555-0111' }
  const changed = await post(oils, change)
  expect(await show()).toEqual(['Oils & Herbs, (205) 555-0111, shown'])
  expect(await post(oils, { ...change, phone: '(205) 555-0122' }), 'over an older version').toMatchObject({
    status: 409,
  })
  await undo(changed)
  expect(await show()).toEqual(['Oils & Herbs, (205) 555-0199, shown'])

  const gone = await post(oils, { intent: 'remove', version: '3' })
  expect(await show()).toEqual(['Oils & Herbs, (205) 555-0199, removed'])
  await undo(gone)
  expect(await show()).toEqual(['Oils & Herbs, (205) 555-0199, shown'])
  const [record, who] = ['content:suppliers/oils-herbs', 'account-1']
  const all = ['content.published', 'content.published', 'content.restored', 'content.removed', 'content.restored']
  expect(await acts()).toEqual(all.map((act) => ({ act, record, who })))
})
