import type { Words } from '../kit/words.ts';

export const faultCodes = ['E01', 'E02', 'E03', 'E04', 'E05', 'E06', 'E07', 'E08'] as const;
export type FaultCode = (typeof faultCodes)[number];

/** MAC-03: the fault codes, with their meaning for the work, the usual cause and the remedy. */
export const faultTexts: Record<FaultCode, { name: Words; meaning: Words; causes: Words; advice: Words }> = {
  E01: {
    name: { en: 'Oven probe', fr: 'Sonde du four' },
    meaning: {
      en: 'The chamber’s temperature cannot be read; the oven stops heating.',
      fr: 'La température de la chambre n’est plus lue ; le four cesse de chauffer.',
    },
    causes: {
      en: 'Loose connector, cable worn by heat, probe broken.',
      fr: 'Connecteur desserré, câble usé par la chaleur, sonde cassée.',
    },
    advice: {
      en: 'Switch off, let it cool, check the probe’s connector behind the right panel. If it comes back, have the probe replaced.',
      fr: 'Éteindre, laisser refroidir, vérifier le connecteur de la sonde derrière le panneau droit. Si le défaut revient, faire remplacer la sonde.',
    },
  },
  E02: {
    name: { en: 'Board sensor', fr: 'Capteur de carte' },
    meaning: {
      en: 'The control board no longer knows its own temperature.',
      fr: 'La carte de commande ne connaît plus sa propre température.',
    },
    causes: { en: 'Moisture on the board, ageing sensor.', fr: 'Humidité sur la carte, capteur vieillissant.' },
    advice: {
      en: 'Baking may continue. Have the board checked at the next visit.',
      fr: 'La cuisson peut continuer. Faire vérifier la carte à la prochaine visite.',
    },
  },
  E03: {
    name: { en: 'Security thermostat', fr: 'Thermostat de sécurité' },
    meaning: {
      en: 'The safety limit was passed and heating was cut.',
      fr: 'La limite de sécurité a été dépassée et la chauffe coupée.',
    },
    causes: {
      en: 'Blocked fan, contactor stuck closed, probe reading too low.',
      fr: 'Turbine bloquée, contacteur collé, sonde qui lit trop bas.',
    },
    advice: {
      en: 'Open the door, let the chamber cool below 80 °C, press the reset behind the lower panel. Twice in a day: call your technician.',
      fr: 'Ouvrir la porte, laisser descendre la chambre sous 80 °C, réarmer derrière le panneau inférieur. Deux fois le même jour : appeler le technicien.',
    },
  },
  E04: {
    name: { en: 'Motor thermistor', fr: 'Thermistance moteur' },
    meaning: {
      en: 'A motor runs too hot; fan or rack has stopped.',
      fr: 'Un moteur est trop chaud ; turbine ou chariot à l’arrêt.',
    },
    causes: {
      en: 'Worn bearing, rack overloaded, cooling slots full of flour.',
      fr: 'Roulement usé, chariot surchargé, ouïes pleines de farine.',
    },
    advice: {
      en: 'Empty the chamber, clean the cooling slots, let the motor rest 20 minutes.',
      fr: 'Vider la chambre, nettoyer les ouïes, laisser reposer le moteur 20 minutes.',
    },
  },
  E05: {
    name: { en: 'Date and time', fr: 'Date et heure' },
    meaning: {
      en: 'The oven’s clock is not set: times of timers and reports are unreliable.',
      fr: 'L’horloge du four n’est pas réglée : les heures des programmations et des relevés ne sont pas fiables.',
    },
    causes: { en: 'Clock battery empty, long power cut.', fr: 'Pile de l’horloge vide, longue coupure.' },
    advice: {
      en: 'Set date and time on the panel; have the battery replaced.',
      fr: 'Régler date et heure au panneau ; faire changer la pile.',
    },
  },
  E06: {
    name: { en: 'Board high temperature', fr: 'Température de carte élevée' },
    meaning: {
      en: 'The control board is hotter than it should be.',
      fr: 'La carte de commande est plus chaude que prévu.',
    },
    causes: {
      en: 'Cooling fan dirty, oven built in too tightly.',
      fr: 'Ventilateur de refroidissement encrassé, four encastré trop à l’étroit.',
    },
    advice: {
      en: 'Clean the cooling fan’s grille; keep 10 cm free behind the oven.',
      fr: 'Nettoyer la grille du ventilateur ; laisser 10 cm libres derrière le four.',
    },
  },
  E07: {
    name: { en: 'High temperature forced shutdown', fr: 'Arrêt forcé, température élevée' },
    meaning: {
      en: 'The board became too hot and the oven switched itself off.',
      fr: 'La carte a trop chauffé et le four s’est éteint.',
    },
    causes: {
      en: 'E06 was not dealt with, cooling fan stopped.',
      fr: 'E06 non traité, ventilateur de refroidissement arrêté.',
    },
    advice: {
      en: 'Leave it off for an hour, then call your technician before baking again.',
      fr: 'Laisser éteint une heure, puis appeler le technicien avant de recuire.',
    },
  },
  E08: {
    name: { en: 'Power failure', fr: 'Coupure de courant' },
    meaning: {
      en: 'The power supply failed during work; a bake may have been interrupted.',
      fr: 'L’alimentation a manqué en cours de travail ; une fournée a pu être interrompue.',
    },
    causes: { en: 'Power cut, breaker tripped.', fr: 'Coupure du réseau, disjoncteur déclenché.' },
    advice: {
      en: 'Check the breaker; look at what was in the oven.',
      fr: 'Vérifier le disjoncteur ; contrôler la fournée en cours.',
    },
  },
};
