import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import type { RejectedRequest } from '#app/http/rejected-request.server.ts'
import { isSecretField } from '#app/ui/forms/secret-fields.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { admin } from '#content/pages/admin.ts'
import { newsletterPage, newslettersPage } from './newsletter/words.ts'
import { rejectedWords } from './rejected-words.ts'

/** A rejected post can be read, and sent again. */
export function RejectedView({ rejected }: { rejected: RejectedRequest }) {
  const { address, isPost, isUnread } = rejected
  return (
    <div className="stack">
      <title>{admin.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{admin.title}</h1>
      <Note kind="error">{!isUnread ? admin.denied : isPost ? failureText(rejected) : rejectedWords.notShown}</Note>
      {!isUnread && (
        <p>
          <a href={signInPath(isPost ? '/admin' : address)} target="_blank">
            {rejectedWords.login}
          </a>{' '}
          {rejectedWords.deniedAdvice}
        </p>
      )}
      {isUnread && !isPost && (
        <p>
          <a href={address}>{admin.tryAgain}</a>
        </p>
      )}
      <RejectedPost {...rejected} />
    </div>
  )
}

/** Only sending a newsletter has a text of the specification (section 8). */
function failureText({ address, fields }: RejectedRequest) {
  if (!/^\/admin\/newsletter(?:[/?]|$)/.test(address)) return admin.notStored
  const intent = fields.find(([name]) => name === 'intent')?.[1] ?? ''
  return ownValue<string>(newsletterPage.notStored, intent) ?? newslettersPage.notSaved
}

/** The fields of a rejected post, to read and to send again. */
export function RejectedPost({ address, isPost, hadFile, fields }: RejectedRequest) {
  // A page shows no secret, not even the one just typed.
  const kept = fields.filter(([name]) => !isSecretField(name))
  const typed = kept.filter(([name, value]) => value.trim() !== '' && !isInternal(name))
  return (
    <>
      {typed.length > 0 && (
        <>
          <h2>{rejectedWords.typed}</h2>
          <dl className="dl">
            {typed.map(([name, value], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Names repeat, and the list never changes.
              <div key={index} className="dl-row">
                <dt>{getLabel(name)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {isPost && !hadFile && (
        <form method="post" action={address}>
          {kept.map(([name, value], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- As above.
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button kind="line">{rejectedWords.sendAgain}</Button>
        </form>
      )}
    </>
  )
}

/** Fields that no person typed: they are sent again, but not shown. */
const internal = new Set([
  'act',
  'address',
  'asked',
  'block',
  'closure',
  'draft',
  'fingerprint',
  'intent',
  'record',
  'replaces',
  'revision',
  'section',
  'service',
  'suggested',
  'view',
  'was',
])
const isInternal = (name: string) => internal.has(name) || name.startsWith('unlock')

const labels: Partial<Record<string, string>> = rejectedWords.typedFields
const getLabel = (name: string) => labels[name] ?? rejectedWords.typedField
