import { services } from '#content/services.ts'
import { buttonsIn, formWith } from './html-forms.ts'
import type { visitor } from './visitor.ts'

const dayMs = 86_400_000
const path = '/admin/appointments/new'
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/**
 * The admin books for a caller, one of whom `n` tells from another, at the first time on offer, far enough ahead for
 * its patient to change it. Answers the appointment's id.
 */
export async function bookByTelephone(admin: ReturnType<typeof visitor>, n: number, more: Record<string, string> = {}) {
  const press = async (go: string) => (await admin.post(path, { service: services[0]!.id, go })).text()
  // On the last day of a month its first ones are not far enough ahead.
  const month = /<table class="cal">.*?<\/table>/s.exec(await press(`?month=${dateIn(31).slice(0, 7)}`))![0]
  const day = buttonsIn(month, 'go').find((go) => (/day=([\d-]+)/.exec(go)?.[1] ?? '') >= dateIn(3))!
  const [time = ''] = buttonsIn(/<section class="times".*?<\/section>/s.exec(await press(day))![0], 'go')
  const { fields } = formWith(await press(time), 'phone')
  const caller = { name: `Caller ${n}`, phone: `(205) 555-${3000 + n}`, email: `caller${n}@example.com` }
  const answer = await admin.post(path, { ...fields, ...caller, ...more })
  const id = /\/admin\/appointments\/([^#]+)/.exec(answer.headers.get('Location') ?? '')?.[1]
  if (!id) throw new Error(`nothing was booked: ${answer.status}`)
  return { id, answer }
}
