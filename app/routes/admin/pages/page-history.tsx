import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { historyWords as words } from '#content/pages/admin-history.ts'
import { recordPath } from '#content/record-path.ts'
import { CompareLink } from './page-comparison.tsx'

type PageHistoryProps = {
  name: string
  version: number
  versions: { version: number; when: string; who: string }[]
  /** Otherwise it began in the browser, without an original text. */
  isDelivered: boolean
  isAtOnce: boolean
}

/** Every published version with who and when; each can be compared and shown again. */
export function PageHistory({ name, version: shown, versions, isDelivered, isAtOnce }: PageHistoryProps) {
  if (versions.length === 0) return null
  const toWords = isAtOnce ? words.savedBy : words.publishedBy
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{words.heading}</h2>
      <p className="hint">{words.hint}</p>
      <ol className="list" reversed>
        {versions.map(({ version, when, who }) => (
          <li key={version}>
            <div>
              <b>{words.number(version)}</b>
              <p className="hint">{toWords(when, who)}</p>
            </div>
            {version === shown ? (
              <span className="tag">{words.current}</span>
            ) : (
              <Acts name={name} shown={shown} from={version} text={words.number(version)} />
            )}
          </li>
        ))}
        {isDelivered && (
          <li>
            <b>{words.delivered}</b>
            <Acts name={name} shown={shown} from={0} text={words.delivered} />
          </li>
        )}
      </ol>
    </section>
  )
}

type ActsProps = { name: string; shown: number; from: number; text: string }

const Acts = (props: ActsProps) => (
  <div className="version-acts">
    <CompareLink address={recordPath(props.name)} from={props.from} text={props.text} />
    <Restore {...props} />
  </div>
)

const Restore = ({ name, shown, from, text }: ActsProps) => (
  <ActionForm action={`${recordPath(name)}#${outcomeId}`}>
    <input type="hidden" name="version" value={shown} />
    <input type="hidden" name="from" value={from} />
    <IntentButton intent="restore" text={words.restore} aria-label={words.restoreNamed(text)} kind="text" />
  </ActionForm>
)
