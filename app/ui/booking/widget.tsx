import type { ReactNode } from 'react'
import type { ChangeRules } from '#app/domain/booking/appointment.ts'
import type { CalendarView, NearTime } from '#app/domain/booking/calendar-view.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { changeRules } from '#content/pages/appointment.ts'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep, linksTo, StepContext, useFocusAfterChoice } from './choice-step.tsx'
import { Nearest, TimeSteps } from './time-steps.tsx'

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
  /** More form fields. */
  children?: ReactNode
}

/** Chooses a time with links and one form, so it works without scripts, by keyboard and with screen readers. */
export function Widget({ path, clinic, view, posted, rules, button, children }: WidgetProps) {
  const form = posted?.form ?? {}
  useFocusAfterChoice()
  const near = posted?.nearest ?? view.lost?.nearest ?? []
  return (
    <StepContext value={linksTo(path)}>
      <div className="panel sched" id="widget" data-step={view.step}>
        <TimeSteps clinic={clinic} view={view} isPublic />
        <ActionForm
          action={`${path}${view.query}#${outcomeId}`}
          className="confirm"
          noValidate
          offline={words.offline(clinic)}
        >
          <FormOutcome form={view.lost && !form.error ? { ...form, error: words.lost } : form} />
          {near.length > 0 && <Nearest times={near} />}
          <input type="hidden" name="at" value={view.chosen?.at ?? ''} />
          <input type="hidden" name="who" value={view.who ?? ''} />
          {view.ways?.video.chosen && <input type="hidden" name="how" value="video" />}
          {view.chosen && (
            <p id="confirm" tabIndex={-1}>
              <span className="hint">{words.yours}</span>{' '}
              <strong>
                <NoBreak text={view.chosen.text} />
                {view.ways && `, ${view.ways.video.chosen ? words.ways.byVideo : words.ways.atClinic}`}
              </strong>
            </p>
          )}
          {rules && <p className="hint">{changeRules(rules)}</p>}
          {children}
          <Button pending={words.pending}>{button}</Button>
          {view.step === 'confirm' && (
            <ChoiceStep
              className="btn-text"
              query={view.chosen?.query ?? view.fresh}
              part={view.chosen ? 'day' : 'soonest'}
            >
              {words.otherTime}
            </ChoiceStep>
          )}
        </ActionForm>
      </div>
    </StepContext>
  )
}
