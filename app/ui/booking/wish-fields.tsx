import { dayField, isHour, serviceField, type WishChoices } from '#app/domain/booking/waitlist/wish-fields.ts'
import { formatClock } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { waitlistPage } from '#content/pages/waitlist.ts'
import { AnswerGroup } from './answer-group.tsx'

const words = waitlistPage.wish

type WishFieldsProps = WishChoices & { form: FormState; saved?: Record<string, string> | undefined }

/** What somebody waits for, with what was typed or saved. */
export function WishFields({ services, people, weekdays, hours, today, lastDay, form, saved = {} }: WishFieldsProps) {
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
      <AnswerGroup name="times" legend={words.times} hint={words.timesHint} form={form}>
        <div className="row">
          <SelectField
            label={words.from}
            options={toOptions(hours.slice(0, -1), shown.from)}
            {...namedField(form, 'from', saved.from)}
          />
          <SelectField
            label={words.until}
            options={toOptions(hours.slice(1), shown.until)}
            {...namedField(form, 'until', saved.until)}
          />
        </div>
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

function toOptions(hours: readonly string[], chosen = '') {
  const all = new Set(isHour(chosen) ? [...hours, chosen] : hours)
  return [['', words.anyTime] as const, ...[...all].sort().map((clock) => [clock, formatClock(clock)] as const)]
}
