import { dayField, serviceField, type WishChoices } from '#app/domain/booking/waitlist/wish-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { type PartOfDay, waitlistPage } from '#content/pages/waitlist.ts'
import { AnswerGroup } from './answer-group.tsx'

const words = waitlistPage.wish

type WishFieldsProps = WishChoices & { form: FormState; saved?: Record<string, string> | undefined }

/** What somebody waits for, with what was typed or saved. */
export function WishFields({ services, people, weekdays, today, lastDay, form, saved = {} }: WishFieldsProps) {
  // After a post, a box that was not sent is one that was not checked.
  const shown = form.values ?? saved
  const box = (name: string, label: string) => (
    <label key={name}>
      <input type="checkbox" name={name} defaultChecked={shown[name] !== undefined} />
      <span>{label}</span>
    </label>
  )
  const choice = (name: string, value: string, label: string, usual: string) => (
    <label key={value}>
      <input type="radio" name={name} value={value} defaultChecked={(shown[name] ?? usual) === value} />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      <AnswerGroup name="services" legend={words.services} hint={words.servicesHint} form={form}>
        {services.map(({ id, title }) => box(serviceField(id), title))}
      </AnswerGroup>
      {people.length > 1 && (
        <AnswerGroup name="person" legend={words.person} form={form}>
          {choice('person', '', words.anyone, '')}
          {people.map(({ id, name }) => choice('person', id, name, ''))}
        </AnswerGroup>
      )}
      <AnswerGroup name="days" legend={words.days} hint={words.daysHint} form={form}>
        {weekdays.map(({ day, name }) => box(dayField(day), name))}
      </AnswerGroup>
      <AnswerGroup name="part" legend={words.part} form={form}>
        {(Object.keys(words.parts) as PartOfDay[]).map((part) => choice('part', part, words.parts[part], 'any'))}
      </AnswerGroup>
      <Field
        label={words.lastDay}
        hint={words.lastDayHint}
        type="date"
        min={today}
        {...namedField(form, 'lastDay', saved.lastDay ?? lastDay)}
      />
    </>
  )
}
