import { Note } from '#app/ui/primitives/note.tsx'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { newsletterPage, newslettersPage } from '#content/pages/admin-newsletter.ts'
import { admin } from '#content/pages/admin.ts'
import { RejectedPost, type RejectedPostProps } from './rejected-post.tsx'

/** Shown while the database does not respond; a post can be sent again. */
export function UnavailableView(rejected: RejectedPostProps) {
  return (
    <div className="stack">
      <title>{admin.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{admin.title}</h1>
      <Note kind="error">{rejected.isPost ? failureText(rejected) : admin.notShown}</Note>
      {!rejected.isPost && (
        <p>
          <a href={rejected.address}>{admin.tryAgain}</a>
        </p>
      )}
      <RejectedPost {...rejected} />
    </div>
  )
}

/** Only sending a newsletter has a text of the specification (section 8). */
function failureText({ address, fields }: RejectedPostProps) {
  if (!/^\/admin\/newsletter(?:[/?]|$)/.test(address)) return admin.notStored
  const intent = fields.find(([name]) => name === 'intent')?.[1] ?? ''
  return ownValue<string>(newsletterPage.notStored, intent) ?? newslettersPage.notSaved
}
