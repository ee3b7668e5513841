import type { ComponentProps } from 'react'
import { describeClosure } from '#app/domain/clinic/closures.ts'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { Section, SectionClaims, SectionOutcome } from './section-form.tsx'
import {
  toCheckbox,
  type ClinicPageData,
  sectionAction,
  toField,
  type SectionView,
  toSectionView,
} from './section-view.ts'

const words = clinicAdminPage.closures

/** How many past closures are listed. */
const mostPast = 20

export function ClosuresSection({ page }: { page: ClinicPageData }) {
  const view = toSectionView(page, 'closures')
  const { closures: coming } = page.facts
  const past = page.saved.closures.filter(({ lastDay }) => lastDay < page.today)
  return (
    <Section heading={words.heading} id={view.id} summary={summarizeClosures(page)} isActive={view.active}>
      <SectionOutcome view={view} />
      {coming.length === 0 ? <p>{words.noneOfYours}</p> : <Coming page={page} />}
      {past.length > 0 && (
        <Fold summary={words.past(past.length)}>
          <ul className="adm-items">
            {past
              .slice(-mostPast)
              .toReversed()
              .map((closure) => (
                <li key={closure.id}>
                  <Days text={describeClosure(closure, page.today)} reason={closure.reason} />
                </li>
              ))}
          </ul>
        </Fold>
      )}
      <Holidays page={page} />
      <h3>{words.add}</h3>
      <CloseForm page={page} view={view} />
    </Section>
  )
}

/** The next closed days, and whether appointments lie in any. */
function summarizeClosures({ facts, holidays, inClosures }: ClinicPageData) {
  const [next] = [
    ...facts.closures.map(({ firstDay, text, reason }) => ({ firstDay, text, reason })),
    ...holidays.filter(({ isOpen }) => !isOpen).map(({ day, text, name }) => ({ firstDay: day, text, reason: name })),
  ].toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1))
  const affected = Object.values(inClosures).reduce((sum, { count }) => sum + count, 0)
  const text = next ? words.next(next.text, next.reason) : words.none
  return affected > 0 ? `${text}; ${words.affected(affected)}` : text
}

function Coming({ page }: { page: ClinicPageData }) {
  return (
    <ul className="adm-items" aria-label={words.coming}>
      {page.facts.closures.map(({ id, text, reason }) => (
        <li key={id}>
          <ClosuresForm>
            <input type="hidden" name="closure" value={id} />
            <Days text={text} reason={reason} />
            <IntentButton intent="remove" text={words.remove} kind="text" aria-label={words.removeName(text)} />
          </ClosuresForm>
          <InTheWay page={page} id={id} text={text} />
        </li>
      ))}
    </ul>
  )
}

/** Appointments on closed days stay until they are moved or canceled; patients can be emailed other times. */
function InTheWay({ page: { inClosures, mailed }, id, text }: { page: ClinicPageData; id: string; text: string }) {
  const found = inClosures[id]
  if (!found) return null
  const { count, people } = found
  if (!people) return <p>{words.inTheWay(count)}</p>
  return (
    <>
      <p>{words.inTheWay(count)}</p>
      <AppointmentTable appointments={people.appointments} />
      {!mailed ? (
        <p className="hint">{words.callThem}</p>
      ) : people.untold > 0 ? (
        <ClosuresForm>
          <input type="hidden" name="closure" value={id} />
          <IntentButton
            intent="tell"
            text={words.tellThem(people.untold)}
            kind="line"
            small
            aria-label={words.tellThemName(text)}
          />
        </ClosuresForm>
      ) : (
        <p className="hint">{words.allTold(people.unreached)}</p>
      )}
    </>
  )
}

function Days({ text, reason }: { text: string; reason?: string }) {
  return (
    <p>
      {text}
      {reason && (
        <>
          <br />
          <bdi className="hint">{reason}</bdi>
        </>
      )}
    </p>
  )
}

/** Federal holidays, computed. A button opens the clinic on one of them. */
function Holidays({ page }: { page: ClinicPageData }) {
  if (page.holidays.length === 0) return null
  return (
    <Fold summary={words.holidays.heading(page.holidays.filter(({ isOpen }) => !isOpen).length)}>
      <ul className="adm-items" aria-label={words.holidays.label}>
        {page.holidays.map(({ day, name, text, isOpen }) => (
          <li key={day}>
            <ClosuresForm>
              <input type="hidden" name="day" value={day} />
              <Days text={isOpen ? words.holidays.isOpen(text) : text} reason={name} />
              <IntentButton
                intent={isOpen ? 'close-holiday' : 'open-holiday'}
                text={isOpen ? words.holidays.close : words.holidays.open}
                kind="text"
                aria-label={`${isOpen ? words.holidays.close : words.holidays.open}: ${text}`}
              />
            </ClosuresForm>
            <InTheWay page={page} id={`holiday-${day}`} text={text} />
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function CloseForm({ page, view }: { page: ClinicPageData; view: SectionView }) {
  const { values, fieldErrors } = view.form
  const isPart = [values?.from, values?.until, fieldErrors?.from, fieldErrors?.until].some(Boolean)
  const replaces = view.active ? page.outcome?.replaces : undefined
  return (
    <ClosuresForm noValidate>
      <p className="hint">{words.lastDayHint}</p>
      <div className="adm-times">
        <Field label={words.firstDay} type="date" min={page.today} {...toField(view, 'firstDay')} />
        <Field label={words.lastDay} optional type="date" min={page.today} {...toField(view, 'lastDay')} />
      </div>
      <Fold summary={words.part} open={isPart}>
        <div className="adm-times">
          <Field label={words.from} optional type="time" {...toField(view, 'from')} />
          <Field label={words.until} optional type="time" {...toField(view, 'until')} />
        </div>
      </Fold>
      <Field label={words.reason} hint={words.reasonHint} optional dir="auto" {...toField(view, 'reason')} />
      <Checkbox label={words.tell} {...toCheckbox(view, 'tell', false)} />
      <Field
        label={words.words}
        hint={words.wordsHint}
        optional
        multiline
        rows={2}
        dir="auto"
        {...toField(view, 'words')}
      />
      {replaces !== undefined && <input type="hidden" name="replaces" value={replaces} />}
      <IntentButton intent="close" text={replaces === undefined ? words.button : words.replace} small />
      <SectionClaims view={view} field="words" />
    </ClosuresForm>
  )
}

const ClosuresForm = ({ children, ...form }: ComponentProps<typeof ActionForm>) => (
  <ActionForm action={sectionAction({ id: 'closures' })} {...form} offline={clinicAdminPage.offline}>
    <input type="hidden" name="section" value="closures" />
    {children}
  </ActionForm>
)
