import { Note } from '#app/ui/primitives/note.tsx'
import { newslettersPage } from '#content/pages/admin-newsletter.ts'
import { admin } from '#content/pages/admin.ts'
import { KeptPost, type KeptPostProps } from './kept-post.tsx'

/** Instead of any page of the dashboard while the database is in trouble; what a post held can be sent again. */
export function NotNowView(refused: KeptPostProps) {
  return (
    <div className="stack">
      <title>{admin.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{admin.title}</h1>
      <Note kind="error">{refused.isPost ? failureAt(refused.address) : admin.notShown}</Note>
      {!refused.isPost && (
        <p>
          <a href={refused.address}>{admin.tryAgain}</a>
        </p>
      )}
      <KeptPost {...refused} />
    </div>
  )
}

/** The specification names the text for newsletters (section 8). */
const failureAt = (address: string) =>
  /^\/admin\/newsletter(?:[/?]|$)/.test(address) ? newslettersPage.notKept : admin.notStored
