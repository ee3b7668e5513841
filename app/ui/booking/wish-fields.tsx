import type { ReactNode } from 'react'
import { dayField, serviceField, type WishChoices } from '#app/domain/booking/waitlist/wish-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { type PartOfDay, waitlistPage } from '#content/pages/waitlist.ts'

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
      <Group name="services" legend={words.services} hint={words.servicesHint} form={form}>
        {services.map(({ id, title }) => box(serviceField(id), title))}
      </Group>
      {people.length > 1 && (
        <Group name="person" legend={words.person} form={form}>
          {choice('person', '', words.anyone, '')}
          {people.map(({ id, name }) => choice('person', id, name, ''))}
        </Group>
      )}
      <Group name="days" legend={words.days} hint={words.daysHint} form={form}>
        {weekdays.map(({ day, name }) => box(dayField(day), name))}
      </Group>
      <Group name="part" legend={words.part} form={form}>
        {(Object.keys(words.parts) as PartOfDay[]).map((part) => choice('part', part, words.parts[part], 'any'))}
      </Group>
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

type GroupProps = { name: string; legend: string; hint?: string; form: FormState; children: ReactNode }

function Group({ name, legend, hint, form, children }: GroupProps) {
  const { error, id = name } = fieldState(form, name)
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className="answers" id={id} aria-describedby={describedBy} tabIndex={error ? -1 : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${name}-error`} text={error} />}
    </fieldset>
  )
}
