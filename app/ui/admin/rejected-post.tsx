import { isSecretField } from '#app/ui/forms/secret-fields.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'

export type RejectedPostProps = {
  address: string
  isPost: boolean
  hadFile: boolean
  fields: [name: string, value: string][]
}

/** The fields of a rejected post, to read and to send again. */
export function RejectedPost({ address, isPost, hadFile, fields }: RejectedPostProps) {
  // A page shows no secret, not even the one just typed.
  const kept = fields.filter(([name]) => !isSecretField(name))
  const typed = kept.filter(([name, value]) => value.trim() !== '' && !isInternal(name))
  return (
    <>
      {typed.length > 0 && (
        <>
          <h2>{admin.typed}</h2>
          <dl className="dl">
            {typed.map(([name, value], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- Names repeat, and the list never changes.
              <div key={index}>
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
          <Button kind="line">{admin.sendAgain}</Button>
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

const labels: Partial<Record<string, string>> = admin.typedFields
const getLabel = (name: string) => labels[name] ?? admin.typedField
