/** File name in DATA_DIR. */
export const recoverySheetName = 'recovery-sheet.txt'

type Sheet = { clinicName: string; encryptionKey: string; sessionSecret: string; made: string }

/** A page to print and store away from the data: with it and a backup, anyone can restore the website. */
export const recoverySheet = ({
  clinicName,
  encryptionKey,
  sessionSecret,
  made,
}: Sheet) => `RECOVERY SHEET for ${clinicName}, ${made}

Print this page, keep it in a safe place away from the website’s machine, and
delete the file. Anyone with it and a backup can read everything.

  ENCRYPTION_KEY=${encryptionKey}
  SESSION_SECRET=${sessionSecret}

To bring the website back on another machine:

1. Install the program, and put the two lines above into its .env file, next to
   the settings it had.
2. Copy the latest clinic-….backup and clinic.keys into one folder, and run
     npm run restore -- FOLDER/clinic-….backup
3. Run npm start.

This sheet is out of date once the encryption key is changed (npm run
keys:rotate); a new one is written then.
`
