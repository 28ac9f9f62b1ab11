/**
 * The impulse of one contact in three dimensions: friction cone, ellipsoid of energy, the path by its phases, and its two
 * projections on the walls. A file of its own, explorer-3d.js, which the page loads where it shows this.
 */
import {
  BackSide,
  BufferGeometry,
  CanvasTexture,
  CatmullRomCurve3,
  Color,
  ConeGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Scene,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  TubeGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { longest } from "../parts/swerve_cursor";
import type { SpaceScene } from "../parts/space_box";
import type { Swerve, SwervePath, SwervePoint, Vector3 as Impulse, XY } from "../types";

const color_of = (name: string) =>
  new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim());

/** From impulses to the scene: the box of the axes is one unit high; y of the scene is the normal. */
class Box {
  readonly scale: number;
  readonly t1: XY;
  readonly t2: XY;
  constructor(swerve: Swerve) {
    this.scale = 1 / swerve.p_n;
    this.t1 = swerve.p_t1;
    this.t2 = swerve.p_t2;
  }
  at = ([t1, t2, n]: Impulse) => new Vector3(t1 * this.scale, n * this.scale, -t2 * this.scale);
  /** The planes that bound what is drawn. */
  walls(): Plane[] {
    const s = this.scale;
    return [
      new Plane(new Vector3(1, 0, 0), -this.t1[0] * s),
      new Plane(new Vector3(-1, 0, 0), this.t1[1] * s),
      new Plane(new Vector3(0, 0, 1), this.t2[1] * s),
      new Plane(new Vector3(0, 0, -1), -this.t2[0] * s),
      new Plane(new Vector3(0, 1, 0), 0),
      new Plane(new Vector3(0, -1, 0), 1),
    ];
  }
}

const line = (points: Vector3[], color: Color, opacity = 1) =>
  new Line(
    new BufferGeometry().setFromPoints(points),
    new LineBasicMaterial({ color, transparent: opacity < 1, opacity }),
  );

/** A word that always faces the eye. */
function label(text: string, at: Vector3): Sprite {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [256, 96];
  const pen = canvas.getContext("2d")!;
  pen.font = "italic 56px Georgia, serif";
  pen.fillStyle = `#${color_of("--ink").getHexString()}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, 128, 48);
  const sprite = new Sprite(
    new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false, transparent: true }),
  );
  sprite.scale.set(0.3, 0.11, 1);
  sprite.position.copy(at);
  return sprite;
}

/** The edges of the box, its three axes and their names. */
function axes(box: Box): Group {
  const group = new Group();
  const [a, b] = box.t1;
  const [c, d] = box.t2;
  const high = 1 / box.scale;
  const corner = (i: number): Impulse => [i & 1 ? b : a, i & 2 ? d : c, i & 4 ? high : 0];
  const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) =>
    [1, 2, 4].filter((bit) => !(i & bit)).flatMap((bit) => [box.at(corner(i)), box.at(corner(i | bit))]),
  );
  group.add(
    new LineSegments(
      new BufferGeometry().setFromPoints(edges),
      new LineBasicMaterial({ color: color_of("--line") }),
    ),
  );
  const ends: [Impulse, string][] = [
    [[b, 0, 0], "p t1"],
    [[0, d, 0], "p t2"],
    [[0, 0, high], "p n"],
  ];
  for (const [end, name] of ends) {
    group.add(line([box.at([0, 0, 0]), box.at(end)], color_of("--soft")));
    group.add(label(name, box.at(end).multiplyScalar(1.1)));
  }
  return group;
}

function cone(box: Box, mu: number, color: Color, opacity: number): Mesh {
  const shape = new ConeGeometry(mu, 1, 96, 1, true);
  shape.rotateX(Math.PI).translate(0, 0.5, 0); // its tip at the origin
  const material = new MeshLambertMaterial({
    color,
    transparent: true,
    opacity,
    side: DoubleSide,
    depthWrite: false,
    clippingPlanes: box.walls(),
  });
  return new Mesh(shape, material);
}

function ellipsoid(box: Box, { centre, half_axes }: NonNullable<Swerve["ellipsoid"]>): Group {
  const [x, y, z] = half_axes.map(box.at);
  const place = new Matrix4().makeBasis(x, y, z).setPosition(box.at(centre));
  const group = new Group();
  for (const side of [BackSide, DoubleSide]) {
    const material = new MeshLambertMaterial({
      color: color_of("--ellipse"),
      transparent: true,
      opacity: 0.13,
      side,
      depthWrite: false,
      clippingPlanes: box.walls(),
    });
    const mesh = new Mesh(new SphereGeometry(1, 64, 40), material);
    mesh.applyMatrix4(place);
    group.add(mesh);
  }
  return group;
}

function tube(points: Vector3[], color: Color): Mesh | undefined {
  const apart = points.filter((p, i) => i === 0 || p.distanceTo(points[i - 1]) > 1e-5);
  if (apart.length < 2) return undefined;
  const curve = new CatmullRomCurve3(apart);
  return new Mesh(new TubeGeometry(curve, 3 * apart.length, 0.012, 8), new MeshBasicMaterial({ color }));
}

const ball = (at: Vector3, radius: number, color: Color) => {
  const mesh = new Mesh(new SphereGeometry(radius, 24, 16), new MeshBasicMaterial({ color }));
  mesh.position.copy(at);
  return mesh;
};

function phases(box: Box, path: SwervePath): Group {
  const group = new Group();
  for (const phase of ["compression", "restitution"] as const) {
    const points = path.points.flatMap((point, i) => {
      const after = i > 0 && path.points[i - 1].phase === phase;
      return point.phase === phase || after ? [box.at(point.p)] : [];
    });
    const drawn = tube(points, color_of(`--${phase}`));
    if (drawn) group.add(drawn);
  }
  return group;
}

/** The path as it is seen on two walls. */
function projections(box: Box, path: SwervePath): Group {
  const group = new Group();
  const look = new LineDashedMaterial({ color: color_of("--ink"), dashSize: 0.03, gapSize: 0.02 });
  for (const on of [
    ([t1, , n]: Impulse): Impulse => [t1, box.t2[1], n],
    ([, t2, n]: Impulse): Impulse => [box.t1[0], t2, n],
  ]) {
    const shape = new BufferGeometry().setFromPoints(path.points.map(({ p }) => box.at(on(p))));
    group.add(new Line(shape, look).computeLineDistances());
  }
  return group;
}

function content(swerve: Swerve, now: SwervePoint | undefined): Group {
  const box = new Box(swerve);
  const group = new Group();
  const path = longest(swerve);
  group.add(axes(box), cone(box, swerve.friction, color_of("--cone"), 0.28));
  if (swerve.static_friction > swerve.friction)
    group.add(cone(box, swerve.static_friction, color_of("--static-cone"), 0.12));
  if (swerve.ellipsoid) group.add(ellipsoid(box, swerve.ellipsoid));
  for (const guess of swerve.paths.filter((p) => !p.follows_path))
    group.add(
      line(
        guess.points.map(({ p }) => box.at(p)),
        new Color(guess.color),
        0.8,
      ),
    );
  if (path) group.add(phases(box, path), projections(box, path));
  swerve.paths.forEach(({ points, color }, i) =>
    group.add(ball(box.at(points.at(-1)!.p), 0.03 * 0.85 ** i + 0.008, new Color(color))),
  );
  if (now) group.add(ball(box.at(now.p), 0.035, color_of("--focus")));
  return group;
}

/** What the graphics card holds is given back by hand. */
function free(group: Group): void {
  group.traverse((part) => {
    if (part instanceof Mesh || part instanceof Line) {
      part.geometry.dispose();
      part.material.dispose();
    } else if (part instanceof Sprite) {
      part.material.map?.dispose();
      part.material.dispose();
    }
  });
}

export function space_scene(): SpaceScene {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.localClippingEnabled = true;
  renderer.setPixelRatio(devicePixelRatio);
  const canvas = renderer.domElement;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The impulse in the friction cone and the ellipsoid of energy");
  const scene = new Scene();
  scene.add(new HemisphereLight(0xffffff, 0x888888, 3));
  const camera = new PerspectiveCamera(32, 1, 0.01, 100);
  camera.position.set(1.45, 1.2, 1.95);
  const controls = new OrbitControls(camera, canvas);
  controls.target.set(0, 0.45, 0);
  controls.update();
  let shown: Group | undefined;
  let frame = 0;
  const draw = () => {
    frame = 0;
    renderer.render(scene, camera);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(draw);
  };
  controls.addEventListener("change", soon);
  const sized = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas.parentElement ?? canvas;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    soon();
  });
  return {
    element: canvas,
    show(swerve, now) {
      if (canvas.parentElement) sized.observe(canvas.parentElement);
      if (shown) {
        scene.remove(shown);
        free(shown);
      }
      shown = content(swerve, now);
      scene.add(shown);
      soon();
    },
    stop() {
      cancelAnimationFrame(frame);
      sized.disconnect();
      controls.dispose();
      if (shown) free(shown);
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
