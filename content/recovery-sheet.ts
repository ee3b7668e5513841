/** File name in DATA_DIR. */
export const recoverySheetName = 'recovery-sheet.txt'

type Sheet = {
  clinicName: string
  encryptionKey: string
  sessionSecret: string
  made: string
  copyIdentity?: string | undefined
}

const identityLines = (identity: string) => `
  COPY_IDENTITY=${identity}

COPY_IDENTITY is nowhere else. Never put it on the website’s machine, except
into the question of the restore.
`

/** A page to print and store away from the data: with it and a backup, anyone can restore the website. */
export const recoverySheet = ({
  clinicName,
  encryptionKey,
  sessionSecret,
  made,
  copyIdentity,
}: Sheet) => `RECOVERY SHEET for ${clinicName}, ${made}

Print this page, keep it in a safe place away from the website’s machine, and
delete the file. Anyone with it and a backup can read everything.

  ENCRYPTION_KEY=${encryptionKey}
  SESSION_SECRET=${sessionSecret}
${copyIdentity ? identityLines(copyIdentity) : ''}
To bring the website back on another machine:

1. Install the program, and put the two lines above into its .env file, next to
   the settings it had.
2. Copy the latest clinic-….backup and clinic.keys into one folder, and run
     npm run restore -- FOLDER/clinic-….backup
3. Run npm start.

With a continuous copy (COPY_URL), step 2 is instead
     npm run restore -- --from-copy
which asks for the COPY_IDENTITY${
  copyIdentity
    ? ' above'
    : `.
It is only on the sheet that npm run copy:recipient wrote: keep that one, too`
}.

This sheet is out of date once the encryption key is changed (npm run
keys:rotate); a new one is written then.
`
