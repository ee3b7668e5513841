/** 'Clinic <hello@clinic.example>' -> 'hello@clinic.example'. */
export const bareAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

/** 'Clinic <hello@clinic.example>' -> 'Clinic'; the address itself when there is no name. */
export const displayName = (mailbox: string) =>
  mailbox
    .replace(/<[^<>]*>\s*$/, '')
    .replaceAll('"', '')
    .trim() || mailbox
