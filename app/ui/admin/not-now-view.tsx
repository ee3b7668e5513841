import { Note } from '#app/ui/primitives/note.tsx'
import { admin } from '#content/pages/admin.ts'
import { KeptPost, type KeptPostProps } from './kept-post.tsx'

/** Instead of any page of the dashboard while the database is in trouble; what a post held can be sent again. */
export function NotNowView(refused: KeptPostProps) {
  return (
    <div className="stack">
      <title>{admin.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{admin.title}</h1>
      <Note kind="error">{refused.isPost ? admin.notStored : admin.notShown}</Note>
      {!refused.isPost && (
        <p>
          <a href={refused.address}>{admin.tryAgain}</a>
        </p>
      )}
      <KeptPost {...refused} />
    </div>
  )
}
