import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { admin } from '#content/pages/admin.ts'

type DeniedViewProps = { address: string; isPost: boolean; hadFile: boolean; fields: [name: string, value: string][] }

/** Instead of any page of the dashboard, for who is not signed in as the admin; what a post held can be sent again. */
export function DeniedView({ address, isPost, hadFile, fields }: DeniedViewProps) {
  // A page shows no secret, not even the one just typed.
  const kept = fields.filter(([name]) => !/password|code|^current$/i.test(name))
  const typed = kept.filter(([, value]) => value.trim() !== '')
  return (
    <>
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
      {typed.length > 0 && (
        <>
          <h2>{admin.typed}</h2>
          <dl className="dl">
            {typed.map(([name, value], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Names repeat, and the list never changes.
              <div key={index}>
                <dt>{name}</dt>
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
          <Button kind="line">{admin.sendAgain}</Button>
        </form>
      )}
    </>
  )
}
