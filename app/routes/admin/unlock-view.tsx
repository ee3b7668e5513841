import type { RejectedRequest } from '#app/http/rejected-request.server.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'
import { passkeyScript } from '#app/ui/passkeys/passkey-script.ts'
import { UnlockPasskey } from './unlock-passkey.tsx'
import { UnlockFields } from './unlock-fields.tsx'

type UnlockViewProps = RejectedRequest & Required<Pick<RejectedRequest, 'unlock'>>

/** Posts to the requested URL, with every field typed there. */
export function UnlockView({
  address,
  isPost,
  fields,
  hadFile,
  unlock: { why, error, ...confirmation },
}: UnlockViewProps) {
  return (
    <div className="unlock stack" id="unlock">
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <h1>{words.title}</h1>
      <Note kind={why === 'fresh' ? 'info' : 'warn'}>
        <p>{words.why[why]}</p>
        {fields.length > 0 && <p>{words.kept}</p>}
        {hadFile && <p>{words.fileAgain}</p>}
      </Note>
      <form method="post" action={address} noValidate>
        <input type="hidden" name="unlock" value={isPost && !hadFile ? 'send' : 'open'} />
        <input type="hidden" name="unlock-why" value={why} />
        {fields.map(([name, value], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Names repeat, and the list never changes.
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <UnlockFields by={confirmation.by} error={error}>
          {confirmation.hasPasskeys && <UnlockPasskey by={confirmation.by} error={error} />}
        </UnlockFields>
      </form>
      {confirmation.hasPasskeys && passkeyScript && (
        <script type="module" dangerouslySetInnerHTML={{ __html: passkeyScript }} />
      )}
      {why === 'fresh' && (
        <p>
          <a href="/admin">{words.back}</a>
        </p>
      )}
    </div>
  )
}
