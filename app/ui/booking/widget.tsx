import { type ReactNode, use } from 'react'
import type { ChangeRules } from '#app/domain/booking/booking-rules.ts'
import type { CalendarView, NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { changeRules, movableUntil } from '#content/pages/appointment.ts'
import { widget as words } from '#content/pages/booking.ts'
import { linksTo, StepContext, useFocusAfterChoice } from './choice-step.tsx'
import { TimePanel } from './time-panel.tsx'

/** What a post answers whose time is not free. */
export type PostedTime = { form: FormState; nearest?: NearTime[] }

type WidgetProps = {
  /** The address without its query. */
  path: string
  clinic: ClinicFacts
  view: CalendarView
  posted: PostedTime | undefined
  /** Shown to patients. */
  rules?: ChangeRules
  button: string
  /** What is paid online when it is booked. */
  due?: { heading: string; text: string } | undefined
  /** Instead of the sentence for patients, who can call. */
  offline?: string
  /** Shown on a wide screen. */
  service?: ReactNode
  /** More form fields. */
  children?: ReactNode
}

/** Chooses a time with links and one form, so it works without scripts, by keyboard and with screen readers. */
export function Widget({ path, clinic, view, posted, rules, button, due, offline, service, children }: WidgetProps) {
  const form = posted?.form ?? {}
  useFocusAfterChoice()
  return (
    <StepContext value={linksTo(path)}>
      <div className="panel sched" id="widget" data-step={view.step}>
        <TimePanel
          clinic={clinic}
          view={view}
          isPublic={rules !== undefined}
          outcome={<FormOutcome form={view.lost && !form.error ? { ...form, error: words.lost } : form} />}
          nearest={posted?.nearest ?? view.lost?.nearest}
          service={service}
        />
        <ActionForm
          action={`${path}${view.query}#${outcomeId}`}
          className="confirm"
          noValidate
          offline={offline ?? words.offline(clinic)}
        >
          <input type="hidden" name="at" value={view.chosen?.at ?? ''} />
          <input type="hidden" name="who" value={view.who ?? ''} />
          {view.ways?.video.chosen && <input type="hidden" name="how" value="video" />}
          <Choice view={view} rules={rules} due={due} />
          {children}
          <Button pending={words.pending}>{button}</Button>
        </ActionForm>
      </div>
    </StepContext>
  )
}

/** The chosen time, and what pressing the button means. */
function Choice({ view: { chosen, minutes, byVideo }, rules, due }: Pick<WidgetProps, 'view' | 'rules' | 'due'>) {
  const isPending = use(PressedButtonContext) !== undefined
  const length = `${words.length(minutes)}, ${byVideo ? words.ways.byVideo : words.ways.atClinic}.`
  const change = chosen?.movableUntil ? movableUntil(chosen.movableUntil) : rules && changeRules(rules)
  return (
    <div>
      <p id="confirm" tabIndex={-1}>
        {chosen && <span className="vh">{words.yours}: </span>}
        <strong>{chosen ? <NoBreak text={chosen.text} /> : words.notChosen}</strong>
      </p>
      <p className="hint" role={isPending ? 'status' : undefined}>
        {isPending ? (
          words.holding
        ) : (
          <NoBreak text={[length, chosen ? rules && change : words.nothingBooked].filter(Boolean).join(' ')} />
        )}
      </p>
      {due && (
        <p className="hint">
          <b>{due.heading}.</b> {due.text}
        </p>
      )}
    </div>
  )
}
