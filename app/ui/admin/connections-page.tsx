import type { Connection, ConnectionId } from '#app/domain/checks/connections.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Detail } from '#app/ui/admin/detail.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import { connectionsPage as words } from '#content/pages/admin-connections.ts'

export type TestView = {
  state: keyof typeof words.states
  when: string
  says: string
  said?: string | undefined
  advice?: string | undefined
}

export type ConnectionView = Connection & { test?: TestView | undefined }

/** `posted`: the outcome of the last test; without a service if that is unknown. */
export type ConnectionsView = { connections: ConnectionView[]; posted?: { service?: ConnectionId; form: FormState } }

export function ConnectionsPage({ connections, posted }: ConnectionsView) {
  return (
    <div className="stack">
      <p className="muted">{words.lead}</p>
      {posted && !posted.service && <FormOutcome form={posted.form} />}
      {connections.map((connection) => (
        <ConnectionSection
          key={connection.id}
          {...connection}
          form={posted?.service === connection.id ? posted.form : {}}
        />
      ))}
    </div>
  )
}

function ConnectionSection({ id, inUse, settings, test, form }: ConnectionView & { form: FormState }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{words.titles[id]}</h2>
      <FormOutcome form={form} />
      {inUse ? (
        <>
          <dl className="dl">
            {settings.map(({ name, value }) => (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ))}
            <Detail name={words.lastTest}>
              {test ? `${words.states[test.state]}, ${test.when}. ${test.says}` : words.noTest}
            </Detail>
            <Detail name={words.said}>{test?.said}</Detail>
            <Detail name={words.advice}>{test?.advice}</Detail>
          </dl>
          <p className="hint">{words.about[id]}</p>
          <form method="post" action="#outcome" data-offline={admin.offline}>
            <input type="hidden" name="service" value={id} />
            <Button kind="line" small aria-label={`${words.button}: ${words.titles[id]}`}>
              {words.button}
            </Button>
          </form>
        </>
      ) : (
        <p className="muted">{words.notInUse[id]}</p>
      )}
    </section>
  )
}
