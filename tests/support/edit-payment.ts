import { formWith } from './forms.ts'

type Admin = {
  get(path: string): Promise<Response>
  post(path: string, fields: Record<string, string>): Promise<Response>
}

/** As typed in its editor. */
export type PublishedPayment = { payAhead: string; payAheadAmount: string; cancelFee: string; taxRate?: string }

/** Publishes what is paid online for a service or a plan; `path`: of its editor, `more`: other fields of it. */
export async function publishPayment(
  admin: Admin,
  path: string,
  typed: PublishedPayment,
  more: Record<string, string> = {},
) {
  const { fields, html } = formWith(await (await admin.get(path)).text(), 'title')
  const boxes = [...html.matchAll(/<input\b(?=[^>]* type="checkbox")[^>]*>/g)].map(([box]) => ({
    name: /name="([^"]+)"/.exec(box)?.[1] ?? '',
    isChecked: / checked/.test(box),
  }))
  const isBox = (name: string) => boxes.some((box) => box.name === name)
  const { status } = await admin.post(path, {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isBox(name))),
    ...Object.fromEntries(boxes.filter(({ isChecked }) => isChecked).map(({ name }) => [name, 'on'])),
    ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [`payment.${name}`, value])),
    ...more,
    intent: 'publish',
  })
  if (status !== 303) throw new Error(`it was not published: ${status}`)
}
