import type { Sign as SignView } from './sign.server.ts'

const shapes: Partial<Record<SignView['kind'], string>> = {
  requested: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M9.7 9.5a2.4 2.4 0 1 1 3.3 2.3c-.7.3-1 .8-1 1.7M12 16.5v.1',
  confirmed: 'm5 12.5 4.5 4.5L19 7.5',
  arrived: 'M6 20.5v-16h9v16M4 20.5h16M12 12.5v.1M18 8v12.5',
  'in-session': 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 3.5v17M14.5 5v14M17.5 7.5v9',
  completed: 'm2.5 12.5 4 4 8.5-9M10.5 15.2l1.5 1.3 9-9.5',
  late: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1',
}

/** An appointment's state: a drawing and its word. */
export const Sign = ({ sign: { kind, text } }: { sign: SignView }) => (
  <span className={`sign sign-${kind}`}>
    <Drawing kind={kind} />
    {text}
  </span>
)

/** Beside it, while a form of the appointment is not filled in. */
export const FormDue = ({ text }: { text: string | undefined }) =>
  text && (
    <span className="sign sign-late">
      <Drawing kind="late" />
      {text}
    </span>
  )

export const Drawing = ({ kind }: Pick<SignView, 'kind'>) =>
  shapes[kind] && (
    <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  )
