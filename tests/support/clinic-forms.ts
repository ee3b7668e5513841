import { formWith, type visitor } from './visitor.ts'
import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { toNamedFields } from '#app/domain/forms/read-answers.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'

type EditedForm = Omit<Entry<'forms'>, 'id'>

const field = { hint: '', options: '', required: false }

/** A form with a field of each kind. */
export const intake: EditedForm = {
  name: 'Intake',
  introduction: 'Please tell us how you are.\n\nIt helps us to prepare.',
  services: [],
  again: 'every',
  available: true,
  archived: false,
  fields: [
    { ...field, kind: 'line', label: 'What brings you?', required: true },
    { ...field, kind: 'text', label: 'Medicines' },
    { ...field, kind: 'choice', label: 'How do you sleep?', options: 'Well\nBadly' },
    { ...field, kind: 'choices', label: 'Allergies', options: 'Nuts\nMilk\nPollen' },
    { ...field, kind: 'date', label: 'Last visit to a doctor' },
    { ...field, kind: 'yes-no', label: 'Are you pregnant?', required: true },
    { ...field, kind: 'signature', label: 'Signature' },
  ],
}

/** The delivered content with these forms. */
export function contentWithForms(forms: Record<string, EditedForm>) {
  const list = ((name: Parameters<Lists['list']>[0]) =>
    name === 'forms'
      ? Object.entries(forms).map(([id, form]) => ({ id, ...form }))
      : deliveredContent.list(name)) as Lists['list']
  return { list, versionOf: () => 1 } satisfies BookingDeps['content'] & { versionOf: () => number }
}

type Admin = Pick<ReturnType<typeof visitor>, 'get' | 'post'>

/** Makes a form in the dashboard and publishes it, as a person would; returns the path of its editor. */
export async function publishForm(admin: Admin, { fields, ...form }: EditedForm = intake) {
  const added = await admin.post('/admin/forms', { intent: 'add', title: form.name })
  const path = added.headers.get('Location')?.replace(/#.*/, '')
  if (!path) throw new Error(`no form was added: ${added.status}`)
  for (const _ of fields.slice(1)) {
    const { fields: shown } = formWith(await (await admin.get(path)).text(), 'introduction')
    await admin.post(path, { ...withoutBoxes(shown), list: 'add fields' })
  }
  await publishFormText(admin, path, { ...form, fields })
  return path
}

/** Publishes another text of a form with as many fields. */
export async function publishFormText(admin: Admin, path: string, { fields, ...form }: EditedForm) {
  const { fields: shown } = formWith(await (await admin.get(path)).text(), 'introduction')
  const typed = fields.flatMap((field, index) =>
    Object.entries(field).map(([name, value]) => [
      `fields.${index}.${name}`,
      typeof value === 'boolean' ? (value ? 'on' : '') : value,
    ]),
  )
  const answer = await admin.post(path, {
    ...withoutBoxes(shown),
    ...Object.fromEntries(typed),
    ...Object.fromEntries(form.services.map((id) => [`services.${id}`, 'on'])),
    ...{ name: form.name, introduction: form.introduction, again: form.again },
    available: form.available ? 'on' : '',
    intent: 'publish',
  })
  if (answer.status !== 303) throw new Error(`the form was not published: ${answer.status} ${await answer.text()}`)
}

/** Boxes without a check are not sent. */
const withoutBoxes = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/^services\.|^available$|\.required$/.test(name)))

type Person = ReturnType<typeof visitor>

/** What a browser sends of a form on the patient's page, by the labels of its questions. */
export async function readForm(person: Person, path: string) {
  const html = await (await person.get(path)).text()
  const { fields: shown } = formWith(html, 'text')
  const named = toNamedFields(toFormText({ id: 'intake', ...intake }))
  const nameOf = (label: string) => named.find((field) => field.label === label)!.name
  const optionOf = (label: string, text: string) =>
    named.find((field) => field.label === label)!.options.find((option) => option.text === text)!.name
  const typed = (values: Record<string, string>) => ({
    text: shown.text!,
    over: shown.over!,
    ...Object.fromEntries(Object.entries(values).map(([label, value]) => [nameOf(label), value])),
  })
  return { html, typed, nameOf, optionOf }
}

/** Answers to what `intake` requires. */
export const intakeAnswers = { 'What brings you?': 'A sore knee', 'Are you pregnant?': 'no', Signature: 'Maya Thomas' }

/** Fills in and signs `intake` for the appointment of a link. */
export async function signIntake(person: Person, link: string, answers: Record<string, string> = intakeAnswers) {
  const path = `${link}/forms/intake`
  const { typed } = await readForm(person, path)
  return person.post(path, typed(answers))
}
