import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { appointmentTexts as words } from '#content/pages/admin-texts.ts'
import { AppointmentForm } from './appointment-form.tsx'
import type { TextsView } from './texts.server.ts'

/** Whether the patient gets reminders by text, what they have to be told to agree, and what was sent. */
export const AppointmentTexts = ({ id, texts }: { id: string; texts: TextsView }) => (
  <section className="screen stack" id="texts" aria-labelledby="texts-heading">
    <h2 id="texts-heading">{words.heading}</h2>
    <p>{texts.says}</p>
    {texts.readOut && (
      <AppointmentForm id={id} className="stack">
        <p className="hint">{words.readOut}</p>
        <blockquote>{texts.readOut}</blockquote>
        <IntentButton intent="agree-texts" text={words.agree} kind="line" small />
      </AppointmentForm>
    )}
    {texts.isOn && (
      <AppointmentForm id={id}>
        <IntentButton intent="end-texts" text={words.end} kind="line" small />
      </AppointmentForm>
    )}
    {texts.sent.length > 0 && (
      <ul className="stack">
        {texts.sent.map((text) => (
          <li key={text.id}>
            <p>
              <b>{text.kind}</b>, <span className="num">{text.when}</span>{' '}
              <span className={text.isFailed ? 'tag tag-late' : 'tag'}>{text.state}</span>
              {text.text && (
                <>
                  <br />
                  <bdi>{text.text}</bdi>
                </>
              )}
              {text.why && (
                <>
                  <br />
                  <span className="hint">{text.why}</span>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
)
