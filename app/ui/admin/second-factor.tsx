import { encode } from 'uqr'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { securityPage as words, unlockPage } from '#content/pages/admin-security.ts'

type SecondFactorProps = {
  isOn: boolean
  /** ADMIN_SECOND_FACTOR=required. */
  mustHave: boolean
  /** Too short to protect the dashboard alone. */
  shortPassword: boolean
  codesLeft: number
  /** URI for the authenticator app, while a new secret waits for its first code. */
  setUp: string | undefined
  codes?: string[]
  error?: string
}

export function SecondFactor(props: SecondFactorProps) {
  const { isOn, codes, setUp } = props
  return (
    <section className="stack" aria-labelledby="second-factor">
      <h2 id="second-factor">{words.heading}</h2>
      {codes ? (
        <BackupCodes codes={codes} />
      ) : isOn ? (
        <On {...props} />
      ) : setUp ? (
        <SetUp {...props} uri={setUp} />
      ) : (
        <Off {...props} />
      )}
    </section>
  )
}

function Off({ mustHave, shortPassword }: SecondFactorProps) {
  return (
    <>
      {mustHave && <Note kind="warn">{words.required}</Note>}
      {shortPassword && (
        <Note kind="warn">
          {words.shortPassword} <a href="/profile">{words.profile}</a>
        </Note>
      )}
      <p>{words.off}</p>
      <form method="post">
        <Button name="intent" value="start">
          {words.start}
        </Button>
      </form>
    </>
  )
}

function SetUp({ uri, error }: SecondFactorProps & { uri: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p>{words.scan}</p>
      <QrCode text={uri} />
      <p>
        {words.key}: <code className="key">{key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <form method="post" noValidate>
        <Field
          label={unlockPage.code}
          hint={unlockPage.codeHint}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          error={error}
          autoFocus={error !== undefined}
        />
        <Button name="intent" value="confirm">
          {words.confirm}
        </Button>
      </form>
    </>
  )
}

function On({ codesLeft, mustHave, error }: SecondFactorProps) {
  return (
    <>
      {error && (
        <Note kind="error">
          {error} <a href="/profile">{words.profile}</a>
        </Note>
      )}
      <p>{words.on}</p>
      <p>{words.left(codesLeft)}</p>
      <form method="post">
        <Button kind="line" name="intent" value="renew">
          {words.renew}
        </Button>
      </form>
      {mustHave ? (
        <p className="hint">{words.mustStay}</p>
      ) : (
        <form method="post">
          <Button kind="line" name="intent" value="off">
            {words.turnOff}
          </Button>
        </form>
      )}
    </>
  )
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <Note kind="success">{words.on}</Note>
      <h3>{words.codes.heading}</h3>
      <p>{words.codes.text}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        <ButtonLink href="/admin/security">{words.codes.done}</ButtonLink>
      </p>
    </>
  )
}

/** Dark on white in every theme, since some apps read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={words.picture}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
