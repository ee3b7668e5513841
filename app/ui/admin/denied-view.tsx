import { Note } from '#app/ui/primitives/note.tsx'
import { admin } from '#content/pages/admin.ts'
import { RejectedPost, type RejectedPostProps } from './rejected-post.tsx'

/** Shown without an admin sign-in; a rejected post can be sent again. */
export function DeniedView(rejected: RejectedPostProps) {
  return (
    <div className="stack">
      <title>{admin.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{admin.title}</h1>
      <Note kind="error">{admin.denied}</Note>
      <p>
        <a href="/login" target="_blank">
          {admin.login}
        </a>{' '}
        {admin.deniedAdvice}
      </p>
      <RejectedPost {...rejected} />
    </div>
  )
}
