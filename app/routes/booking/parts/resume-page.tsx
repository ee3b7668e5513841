import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { resumePage as words } from '#content/pages/booking.ts'
import { StartOver } from './start-over.tsx'

/** Asks for the email address that a draft was begun with, before anything of it is shown. */
export function ResumePage({ site, form }: { site: PageSite; form: FormState }) {
  return (
    <>
      <PageTop page={words} site={site} path="/booking" noindex />
      <div className="wrap body">
        <section id="resume" className="prose" data-swap>
          <FormOutcome form={form} />
          <Panel>
            <form
              method="post"
              action={`/booking/resume#${outcomeId}`}
              noValidate
              data-enhance
              data-offline={words.offline(site.clinic)}
            >
              <Field
                label={words.email}
                hint={words.emailHint}
                name="email"
                type="email"
                autoComplete="email"
                {...fieldState(form, 'email')}
              />
              <Button>{words.button}</Button>
            </form>
            <StartOver />
          </Panel>
          <p className="hint">{words.erases}</p>
        </section>
      </div>
    </>
  )
}
