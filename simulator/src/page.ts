import { occupationWords } from '@fournil/contract/machines/activities';
import { seedModels } from '@fournil/contract/machines/catalogue';
import { faultCodes, faultTexts } from '@fournil/contract/machines/faults';
import { pinLimits } from '@fournil/contract/machines/pinLimits';

const words = {
  en: {
    title: 'Simulated ovens',
    add: 'New oven',
    serial: 'Serial number',
    pin: `PIN (${pinLimits.plateDigits} digits)`,
    model: 'Model',
    start: 'Start',
    paired: 'paired',
    unpaired: 'waits for pairing',
    connected: 'connected',
    away: 'not connected',
    on: 'Switch on',
    off: 'Switch off',
    cut: 'Pull the network cable',
    mend: 'Plug it in again',
    run: 'Run',
    change: 'Change at the oven',
    error: 'Raise',
    clear: 'Clear',
    speed: 'Speed',
    none: 'No programs yet',
    step: 'step',
    queue: 'reports waiting',
    clock: 'Clock',
    clockRight: 'right',
    clockOff: 'clock wrong',
  },
  fr: {
    title: 'Fours simulés',
    add: 'Nouveau four',
    serial: 'Numéro de série',
    pin: `Code PIN (${pinLimits.plateDigits} chiffres)`,
    model: 'Modèle',
    start: 'Démarrer',
    paired: 'appairé',
    unpaired: 'attend l’appairage',
    connected: 'connecté',
    away: 'non connecté',
    on: 'Mettre en marche',
    off: 'Éteindre',
    cut: 'Débrancher le réseau',
    mend: 'Rebrancher',
    run: 'Lancer',
    change: 'Modifier sur le four',
    error: 'Déclencher',
    clear: 'Effacer',
    speed: 'Vitesse',
    none: 'Pas encore de programme',
    step: 'étape',
    queue: 'relevés en attente',
    clock: 'Horloge',
    clockRight: 'à l’heure',
    clockOff: 'horloge fausse',
  },
};

const style = `
:root{color-scheme:light dark;font:16px/1.45 system-ui,sans-serif}body{margin:0 auto;max-width:1100px;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:0}
main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}
article,form{border:1px solid #8886;border-radius:12px;padding:1rem;display:grid;gap:.6rem}form{margin-bottom:1rem}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.big{font-size:1.6rem;font-weight:600}small{opacity:.75}
button,input,select{font:inherit;min-height:40px;border-radius:8px;border:1px solid #8888;
padding:.2rem .7rem;max-width:100%}
button{cursor:pointer}select{flex:1;min-width:0}
label{display:grid;flex:1 1 180px}#message{color:#c33;min-height:1.4em}`;

/** Inserted as text, because a program's name may contain markup. */
const script = `
const $=(tag,props,...kids)=>{const e=Object.assign(document.createElement(tag),props);e.append(...kids);return e};
const say=t=>document.getElementById('message').textContent=t;
async function post(path,body){
 const r=await fetch(path,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});
 const a=await r.json();say(r.ok?'':a.message);await show();return r.ok}
const choice={};
function pick(key,options){
 const s=$('select',{ariaLabel:key,onchange:()=>choice[key]=s.value},
  ...options.map(([v,t])=>$('option',{value:v},t)));
 if(options.some(o=>o[0]===choice[key]))s.value=choice[key];return s}
function card(o){const at='/ovens/'+encodeURIComponent(o.serialNumber)+'/';const b=(t,f)=>$('button',{type:'button',onclick:f},t);
 const errors=pick(o.serialNumber+' error',codes);
 const speeds=pick(o.serialNumber+' speed',['1','10','60','600'].map(n=>[n,T.speed+' × '+n]));
 choice[o.serialNumber+' speed']||(speeds.value=String(o.speed));
 const clocks=pick(o.serialNumber+' clock',[['',T.clock+': '+T.clockRight],['-10800','− 3 h'],['10800','+ 3 h'],['1970','1970'],['2099','2099']]);
 const clockAt=v=>v===''?null:v.length===4?v+'-01-01T00:00:00.000Z':new Date(Date.now()+Number(v)*1000).toISOString();
 const programs=o.programs.map(p=>[p.id,(p.name||p.id)+' · '+p.state+(p.reason?' ('+p.reason+')':'')]);
 const held=pick(o.serialNumber+' program',programs);
 return $('article',{},$('h2',{},o.serialNumber+' · '+o.model),
 $('small',{},[o.paired?T.paired:T.unpaired,o.connected?T.connected:T.away,
  o.unacknowledged+' '+T.queue].concat(o.clockOffSeconds?[T.clockOff]:[]).join(' · ')),
 $('div',{className:'row'},$('span',{className:'big'},o.chamberTemperature===null?'–':o.chamberTemperature+' °C'),
  $('span',{},occupations[o.occupation]+(o.program?' · '+o.program+' · '+T.step+' '+o.step+'/'+o.stepCount:''))),
 $('div',{className:'row'},b(o.powered?T.off:T.on,()=>post(at+'power',{on:!o.powered})),
  b(o.linkPulled?T.mend:T.cut,()=>post(at+'link',{on:o.linkPulled}))),
 programs.length?$('div',{className:'row'},held,b(T.run,()=>post(at+'run',{programId:held.value})),
  b(T.change,()=>post(at+'change',{programId:held.value}))):$('small',{},T.none),
 $('div',{className:'row'},errors,b(T.error,()=>post(at+'error',{code:errors.value,on:true})),
  ...o.errors.map(c=>b(T.clear+' '+c,()=>post(at+'error',{code:c,on:false})))),
 $('div',{className:'row'},speeds,b('OK',()=>post(at+'speed',{speed:Number(speeds.value)}))),
 $('div',{className:'row'},clocks,b('OK',()=>post(at+'clock',{at:clockAt(clocks.value)}))))}
let last='';
async function show(){const r=await fetch('/ovens');const t=await r.text();if(t===last)return;last=t;
 document.querySelector('main').replaceChildren(...JSON.parse(t).map(card))}
document.querySelector('form').onsubmit=async e=>{e.preventDefault();const f=e.target;
 if(await post('/ovens',{serialNumber:f.serial.value.trim(),pin:f.pin.value,model:f.model.value}))f.reset()};
show();setInterval(()=>{if(document.activeElement?.tagName!=='SELECT')show().catch(e=>say(e.message))},1500);`;

export function page(language: 'en' | 'fr'): string {
  const text = words[language];
  const models = seedModels.map((model) => `<option value="${model.code}">${model.name}</option>`).join('');
  const codes = faultCodes.map((code) => [code, `${code} ${faultTexts[code].name[language]}`]);
  const occupations = Object.fromEntries(Object.entries(occupationWords).map(([code, name]) => [code, name[language]]));
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title><style>${style}</style></head><body><h1>${text.title}</h1>
<form><h2>${text.add}</h2><div class="row"><label>${text.serial}<input name="serial" required maxlength="64"></label>
<label>${text.pin}<input name="pin" required pattern="\\d{${pinLimits.plateDigits}}" inputmode="numeric" maxlength="${pinLimits.plateDigits}"></label>
<label>${text.model}<select name="model">${models}</select></label></div><button>${text.start}</button></form>
<p id="message" role="status"></p><main></main>
<script>
const T=${JSON.stringify(text)},codes=${JSON.stringify(codes)},occupations=${JSON.stringify(occupations)};
${script}</script></body></html>`;
}
