import type { House } from '../kit/house.ts';
import type { App } from '../kit/http/app.ts';
import { controlRoutes } from './control/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { twoStepRoutes } from './two-step/routes.ts';

/** Every call about accounts; each topic has its own file. */
export function accountRoutes(app: App, house: House): void {
  signInRoutes(app, house);
  twoStepRoutes(app, house);
  passkeyRoutes(app, house);
  sessionRoutes(app, house);
  registrationRoutes(app, house);
  passwordRoutes(app, house);
  profileRoutes(app, house);
  controlRoutes(app, house);
}
