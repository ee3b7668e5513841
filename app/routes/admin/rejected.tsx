import '#app/ui/styles/admin.css'
import { data, redirect } from 'react-router'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { pageContext } from '#app/http/context.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { readPage } from '#app/http/page-kind.ts'
import type { RejectedRequest } from '#app/http/rejected-request.server.ts'
import { useSite } from '#app/http/site.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import { AdminFrame } from '#app/ui/admin/admin-frame.tsx'
import { AdminNav } from '#app/ui/admin/admin-nav.tsx'
import { isSecretField } from '#app/ui/forms/secret-fields.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { newsletterPage, newslettersPage } from './newsletter/words.ts'
import { admin } from '#content/pages/admin.ts'
import { UnlockView } from './unlock-view.tsx'
import type { Route } from './+types/rejected.ts'
import { notAllowedWords as words, rejectedWords } from './rejected-words.ts'

export const handle = readPage()

/**
 * Shown in place of a page of the dashboard that needs a confirmation or a sign-in, or while the database does not
 * answer. Its own URL leads home.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { rejected } = context.get(pageContext)
  if (!rejected) throw redirect('/')
  return data(rejected, { status: rejected.isUnread ? 503 : 403 })
}

export default function Rejected({ loaderData: rejected }: Route.ComponentProps) {
  const { clinic, viewer, menu } = useSite()
  const { unlock, allowed } = rejected
  if (allowed)
    return (
      <AdminFrame clinic={clinic} viewer={viewer} menu={menu} nav={<AdminNav menu={menu} path={rejected.address} />}>
        <NotAllowedView rejected={rejected} allowed={allowed} />
      </AdminFrame>
    )
  return (
    <AdminFrame clinic={clinic} viewer={viewer}>
      {unlock ? <UnlockView {...rejected} unlock={unlock} /> : <RejectedView rejected={rejected} />}
    </AdminFrame>
  )
}

type NotAllowedProps = { rejected: RejectedRequest; allowed: readonly Role[] }

/** Inside the dashboard, which somebody may open; not this page of it (product decisions, 'Admin redirect'). */
const NotAllowedView = ({ rejected, allowed }: NotAllowedProps) => (
  <AdminPage title={words.title}>
    <div className="stack">
      <Note kind="error">{words.allowed(allowed, rejected.isPost)}</Note>
      <p>{words.advice}</p>
      <RejectedPost {...rejected} />
    </div>
  </AdminPage>
)

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
function RejectedPost({ address, isPost, hadFile, fields }: RejectedRequest) {
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
