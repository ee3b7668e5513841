import { services } from '#content/services.ts'
import { formWith } from './html-forms.ts'
import type { visitor } from './visitor.ts'

const dayMs = 86_400_000
const plain = (text: string) => text.replaceAll('&amp;', '&')
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/**
 * The admin books for a caller, one of whom `n` tells from another, at the first time on offer, far enough ahead for
 * its patient to change it. Answers the appointment's id.
 */
export async function bookByTelephone(admin: ReturnType<typeof visitor>, n: number, more: Record<string, string> = {}) {
  const page = async (address: string) => (await admin.get(address)).text()
  const times = await page(`/admin/appointments/new?service=${services[0]!.id}&month=${dateIn(31).slice(0, 7)}`)
  const days = [...times.matchAll(/<a class="day open" href="([^"#]*)#/g)].map(([, href = '']) => plain(href))
  // On the last day of a month its first ones are not far enough ahead.
  const day = days.find((href) => (/day=([\d-]+)/.exec(href)?.[1] ?? '') >= dateIn(3))!
  const time = plain(/<section class="times".*?<a class="slot" href="([^"#]*)#/s.exec(await page(day))![1]!)
  const { fields } = formWith(await page(time), 'phone')
  const caller = { name: `Caller ${n}`, phone: `(205) 555-${3000 + n}`, email: `caller${n}@example.com` }
  const answer = await admin.post('/admin/appointments/new', { ...fields, ...caller, ...more })
  const id = /\/admin\/appointments\/([^#]+)/.exec(answer.headers.get('Location') ?? '')?.[1]
  if (!id) throw new Error(`nothing was booked: ${answer.status}`)
  return { id, answer }
}
